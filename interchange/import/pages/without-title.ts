import { isSameTitle } from '../text/titles.ts';
import { outlineOf } from './page-outline.ts';

/** A heading at the beginning of a text ends before. */
const BEGINNING_CHARACTERS = 20_000;

/**
 * HTML without a heading at its very beginning that says the title, which is shown above the text. A heading with a
 * picture stays.
 */
export function withoutTitle(html: string, title: string): string {
  const outline = outlineOf(html.slice(0, BEGINNING_CHARACTERS));
  const [heading] = outline?.headings ?? [];
  const isFirst = heading !== undefined && heading.start <= (outline?.contentStart ?? 0);
  if (!isFirst || !isSameTitle(heading.text, title)) return html;
  if (html.slice(heading.start, heading.end).includes('<img')) return html;
  return html.slice(0, heading.start) + html.slice(heading.end).trimStart();
}
