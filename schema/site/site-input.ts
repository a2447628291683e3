import * as v from 'valibot';
import { Email } from '../account/email.ts';
import { NAME_MAX_CHARACTERS } from '../account/user.ts';
import {
  SITE_ADDRESS_MAX_CHARACTERS,
  SITE_LEAD_MAX_CHARACTERS,
  SITE_LOGO_MAX_CHARACTERS,
  SITE_PHONE_MAX_CHARACTERS,
  SITE_TITLE_MAX_CHARACTERS,
} from '../limits.ts';
import { adminMessages } from '../messages/admin-messages.ts';
import { isVisible } from '../visible-text.ts';
import { paletteOf } from './palette.ts';
import { Site } from './site.ts';

/** Control characters, and those that turn the direction of what follows them, also outside of the text. */
const UNPRINTED = /[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu;

const text = (max: number) =>
  v.pipe(v.string(), v.trim(), v.maxLength(max, `Please enter at most ${max} characters`));
const oneLine = (max: number) =>
  v.pipe(
    text(max),
    v.transform((value) => value.replace(UNPRINTED, ' ')),
    v.check((value) => value === '' || isVisible(value), adminMessages.siteTextInvisible),
  );

/** The fields that an admin changes; only those that are sent are changed. An empty text restores the product's own. */
export const SiteInput = v.object({
  name: v.optional(oneLine(NAME_MAX_CHARACTERS)),
  colour: v.optional(
    v.pipe(v.string(), v.toLowerCase(), v.regex(/^(?:#[0-9a-f]{6})?$/, adminMessages.siteColourUnreadable)),
  ),
  logo: v.optional(
    v.pipe(
      v.string(),
      v.maxLength(SITE_LOGO_MAX_CHARACTERS, adminMessages.siteLogoTooLarge),
      v.regex(
        /^(?:data:image\/(?:png|webp|jpeg);base64,[A-Za-z0-9+/]+={0,2})?$/,
        adminMessages.siteLogoUnreadable,
      ),
    ),
  ),
  email: v.optional(v.union([v.pipe(v.string(), v.trim(), v.literal('')), Email])),
  phone: v.optional(
    v.pipe(
      oneLine(SITE_PHONE_MAX_CHARACTERS),
      v.regex(/^(?:[+(\d][\d\s()./-]*)?$/, adminMessages.sitePhoneInvalid),
    ),
  ),
  address: v.optional(text(SITE_ADDRESS_MAX_CHARACTERS)),
  heroTitle: v.optional(oneLine(SITE_TITLE_MAX_CHARACTERS)),
  heroLead: v.optional(text(SITE_LEAD_MAX_CHARACTERS)),
  testimonials: v.optional(v.picklist(['', 'hidden'])),
});
export type SiteInput = v.InferOutput<typeof SiteInput>;

export const SiteReply = v.object({ site: Site });

/** The settings with changed fields. */
export function withSiteFields(site: Site, { ...fields }: SiteInput): Site {
  const changed = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  const next: Site = { ...site, ...changed };
  return { ...next, palette: paletteOf(next.colour) };
}
