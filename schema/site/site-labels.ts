import type { SiteInput } from './site-input.ts';

const labels: Readonly<Record<keyof SiteInput, string>> = {
  name: 'the name',
  colour: 'the colour',
  logo: 'the logo',
  email: 'the email address',
  phone: 'the telephone number',
  address: 'the address',
  heroTitle: 'the title of the front page',
  heroLead: 'the introduction of the front page',
  testimonials: 'whether testimonials are shown',
};
const byField: ReadonlyMap<string, string> = new Map(Object.entries(labels));

/** The changed fields, as phrases of a sentence. */
export function nameSiteFields(fields: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(fields).flatMap(([field, value]) =>
    value === undefined ? [] : [byField.get(field) ?? `the ${field}`],
  );
}
