import * as v from 'valibot';
import { EMAIL_MAX_CHARACTERS } from '../limits.ts';

/** Browsers and Node both have it; its host is in ASCII. */
declare const URL: { new (text: string): { readonly hostname: string } };

/** What browsers accept in a field of this kind (HTML, "valid email address"), with a domain that mail can be sent to. */
const EMAIL = /^[\w.!#$%&'*+/=?^`{|}~-]+@([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+[a-z][a-z\d-]{0,61}[a-z\d]$/;

/** A URL gives the other ASCII characters a meaning, and would drop what they separate. */
const DOMAIN = /@([a-z\d.\u0080-\uffff-]+)$/;

/**
 * Trims and lower-cases an email (spec map, section 5), with its domain in the ASCII form that mail servers know: some
 * browsers send that form, others what was typed, and both are one account. Other text is only trimmed and lower-cased.
 */
export function normalizeEmail(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(DOMAIN, (typed, domain: string) => {
      try {
        return `@${new URL(`http://${domain}`).hostname}`;
      } catch {
        return typed;
      }
    });
}

/** An email in its normalised form, by which accounts are found and mail is sent. */
export const Email = v.pipe(
  v.string(),
  v.transform(normalizeEmail),
  v.maxLength(EMAIL_MAX_CHARACTERS),
  v.regex(EMAIL, 'Please enter a valid email address'),
);
