import * as v from 'valibot';
import { type Site, siteNameOf } from '#schema/site/site.ts';

const Mailbox = v.object({ name: v.string(), address: v.string() });
export type Mailbox = v.InferOutput<typeof Mailbox>;

/** The content of a message. Stored encrypted until it is sent. */
export const MailContent = v.object({
  subject: v.string(),
  text: v.string(),
  html: v.string(),
  replyTo: v.optional(Mailbox),
});
export type MailContent = v.InferOutput<typeof MailContent>;

/** One part of a message: a sentence, an emphasised text (a code), a text with line breaks (a quote) or a link. */
export type MailPart =
  | string
  | { readonly code: string }
  | { readonly quote: string }
  | { readonly link: string; readonly label: string };

interface MailPage {
  readonly subject: string;
  readonly parts: readonly MailPart[];
  readonly replyTo?: Mailbox;
}

/** No colours of text and ground: those of the mail program are right in its dark mode too. */
const PAGE_STYLE = 'max-width:34rem;margin:0 auto;padding:24px;font:16px/1.5 system-ui,sans-serif';
const NAME_STYLE = 'margin:0 0 24px;padding:0 0 12px;font:600 20px/1.3 Georgia,serif;border-bottom:3px solid';
const CONTACT_STYLE = 'margin:32px 0 0;padding:12px 0 0;border-top:1px solid #8a8f9c;font-size:14px';
const PRODUCT_COLOUR = '#14614a';
const CODE_STYLE = 'font:700 32px/1.2 ui-monospace,monospace;letter-spacing:0.2em;margin:24px 0';
const QUOTE_STYLE = 'margin:16px 0;padding:8px 16px;border-left:3px solid #8a8f9c;white-space:pre-wrap';

/** Where {@link signMail} writes; no user input contains them, because it is escaped. */
const NAME_MARK = '<!--name-->';
const CONTACT_MARK = '<!--contact-->';

/** Writes a mail as plain text and as simple HTML, in which user input is never markup. */
export function composeMail({ subject, parts, replyTo }: MailPage): MailContent {
  const text = parts.map(partAsText).join('\n\n');
  const body = parts.map(partAsHtml).join('\n');
  const html = `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escapeHtml(subject)}</title></head>\n<body><div style="${PAGE_STYLE}">${NAME_MARK}\n${body}\n${CONTACT_MARK}</div></body></html>\n`;
  return {
    subject: oneLine(subject),
    text: `${text}\n`,
    html,
    ...(replyTo === undefined ? {} : { replyTo }),
  };
}

/** Who signs a message. */
export type Signature = Pick<Site, 'name' | 'palette' | 'email' | 'phone' | 'address'>;

/**
 * The message in the name of the school and with its contact, as it is sent: the name may have changed while it waited.
 * A reply goes to the school, unless it is to go to another person.
 */
export function signMail(content: MailContent, school: Signature): MailContent {
  const name = oneLine(siteNameOf(school));
  const { email, phone, address } = school;
  const lines = [name, ...address.split(/\r\n|\r|\n/), phone, email]
    .map(oneLine)
    .filter((line) => line !== '');
  const colour = school.palette[0] ?? PRODUCT_COLOUR;
  const head = `<p style="${NAME_STYLE} ${colour}">${escapeHtml(name)}</p>`;
  const foot = `<p style="${CONTACT_STYLE}">${lines.map(escapeHtml).join('<br>\n')}</p>\n`;
  const replyTo = content.replyTo ?? (email === '' ? undefined : { name, address: email });
  return {
    subject: content.subject,
    text: `${content.text}\n-- \n${lines.join('\n')}\n`,
    html: content.html.replace(NAME_MARK, () => head).replace(CONTACT_MARK, () => foot),
    ...(replyTo === undefined ? {} : { replyTo }),
  };
}

function partAsText(part: MailPart): string {
  if (typeof part === 'string') return part;
  if ('code' in part) return `    ${part.code}`;
  if ('link' in part) return `${part.label}:\n${part.link}`;
  return part.quote
    .split(/\r\n|\r|\n/)
    .map((line) => `> ${line}`)
    .join('\n');
}

function partAsHtml(part: MailPart): string {
  if (typeof part === 'string') return `<p>${escapeHtml(part)}</p>`;
  if ('code' in part) return `<p style="${CODE_STYLE}">${escapeHtml(part.code)}</p>`;
  if ('link' in part) return `<p><a href="${escapeHtml(part.link)}">${escapeHtml(part.label)}</a></p>`;
  return `<blockquote style="${QUOTE_STYLE}">${escapeHtml(part.quote)}</blockquote>`;
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => escapes[character] ?? character);

/** A header value: one line without control characters, so it cannot start another header. */
export const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
