import * as v from 'valibot';
import type { Site } from '#schema/site/site.ts';
import { SiteInput } from '#schema/site/site-input.ts';

/** What the form shows: the settings as texts, without the colours derived from one of them. */
const SiteFields = v.object({
  ...{ name: v.string(), colour: v.string(), logo: v.string() },
  ...{ email: v.string(), phone: v.string(), address: v.string() },
  ...{ heroTitle: v.string(), heroLead: v.string(), testimonials: v.picklist(['', 'hidden']) },
});
export type SiteFields = v.InferOutput<typeof SiteFields>;
export const SiteDraft = v.partial(SiteFields);

export function fieldsOf({ testimonials, ...site }: Site): SiteFields {
  const { name, colour, logo, email, phone, address, heroTitle, heroLead } = site;
  const texts = { name, colour, logo, email, phone, address, heroTitle, heroLead };
  return { ...texts, testimonials: testimonials === 'hidden' ? 'hidden' : '' };
}

/** The fields that differ from the settings; empty if there is nothing to save. */
export function changedFields(fields: SiteFields, site: Site): Partial<SiteFields> {
  const shown: Readonly<Record<string, string>> = fieldsOf(site);
  return Object.fromEntries(Object.entries(fields).filter(([field, value]) => value.trim() !== shown[field]));
}

export type Problems = Partial<Record<keyof SiteFields, string>>;

/** The changes as they are sent, or the first problem of each field. */
export function checkFields(changed: Partial<SiteFields>): { input: SiteInput } | { problems: Problems } {
  const result = v.safeParse(SiteInput, changed);
  if (result.success) return { input: result.output };
  const { nested = {} } = v.flatten<typeof SiteInput>(result.issues);
  const problems = Object.entries(nested).map(([field, sentences]) => [field, sentences?.[0]]);
  return { problems: Object.fromEntries(problems) };
}
