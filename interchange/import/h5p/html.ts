import { escapeHtml } from '../text/plain-text.ts';
import { titleOfHtml } from '../text/titles.ts';

/** A text that may have tags. Without, it may still have entities. */
export const textHtml = (text: string): string =>
  text === '' || /<[a-z!/]/i.test(text) ? text : `<p>${text}</p>`;

export function headingHtml(text: string, level = 3): string {
  const title = titleOfHtml(text, '');
  return title === '' ? '' : `<h${level}>${escapeHtml(title)}</h${level}>`;
}

export const listHtml = (items: readonly string[]): string =>
  items.length === 0 ? '' : `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`;
