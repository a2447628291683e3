import * as v from 'valibot';

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

/** One part of a message: a sentence, an emphasised text (a code) or a text with line breaks (a quote). */
export type MailPart = string | { readonly code: string } | { readonly quote: string };

interface MailPage {
  readonly subject: string;
  readonly parts: readonly MailPart[];
  readonly replyTo?: Mailbox;
}

const PAGE_STYLE =
  'max-width:34rem;margin:0 auto;padding:24px;font:16px/1.5 system-ui,sans-serif;color:#1f2430;background:#ffffff';
const CODE_STYLE = 'font:700 32px/1.2 ui-monospace,monospace;letter-spacing:0.2em;margin:24px 0';
const QUOTE_STYLE = 'margin:16px 0;padding:8px 16px;border-left:3px solid #8a8f9c;white-space:pre-wrap';

/** The same text as plain text and as simple HTML, in which user input is never markup. */
export function composeMail({ subject, parts, replyTo }: MailPage): MailContent {
  const text = parts.map(partAsText).join('\n\n');
  const body = parts.map(partAsHtml).join('\n');
  const html = `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>\n<body><div style="${PAGE_STYLE}">\n${body}\n</div></body></html>\n`;
  return {
    subject: oneLine(subject),
    text: `${text}\n`,
    html,
    ...(replyTo === undefined ? {} : { replyTo }),
  };
}

function partAsText(part: MailPart): string {
  if (typeof part === 'string') return part;
  if ('code' in part) return `    ${part.code}`;
  return part.quote
    .split(/\r\n|\r|\n/)
    .map((line) => `> ${line}`)
    .join('\n');
}

function partAsHtml(part: MailPart): string {
  if (typeof part === 'string') return `<p>${escapeHtml(part)}</p>`;
  if ('code' in part) return `<p style="${CODE_STYLE}">${escapeHtml(part.code)}</p>`;
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
