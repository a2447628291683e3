import type { SupportRequest, SupportSubject } from '#schema/account/support.ts';

export const subjectNames: Readonly<Record<SupportSubject, string>> = {
  access: 'Access',
  technical: 'Technical',
  billing: 'Billing',
  content: 'Content',
  other: 'Other',
};

/** Mail programs truncate or reject long URLs; the full text is in the request itself. */
const QUOTE_MAX_CHARACTERS = 800;

/**
 * The `mailto:` URL of a reply, with the subject and the quoted question. All user input is encoded, so that
 * it cannot add recipients or headers.
 */
export function replyAddress({ email, name, subject, orderNumber, message }: SupportRequest): string {
  const order = orderNumber === null ? '' : ` (order ${orderNumber})`;
  const about = `Re: ${subjectNames[subject]}${order}`;
  const body = `Hello ${name},\r\n\r\n\r\n> ${quote(message)}\r\n`;
  const recipient = email.split('@').map(encode).join('@');
  return `mailto:${recipient}?subject=${encode(about)}&body=${encode(body)}`;
}

function quote(message: string): string {
  const characters = Array.from(message);
  const isCut = characters.length > QUOTE_MAX_CHARACTERS;
  const shown = characters.slice(0, QUOTE_MAX_CHARACTERS).join('');
  return `${shown}${isCut ? '…' : ''}`.replace(/\r?\n/g, '\r\n> ');
}

/** Drops lone surrogates, which a request may contain but a URL cannot. */
function encode(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, ''));
}
