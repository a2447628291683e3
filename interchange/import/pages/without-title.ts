import { isSameTitle } from '../text/titles.ts';
import { outlineOf } from './page-outline.ts';
import { partOfPage } from './part-of-page.ts';

/** A heading at the beginning of a part of a page ends before. */
const BEGINNING_CHARACTERS = 20_000;

/** HTML without a heading at its very beginning that says the title. */
export function withoutTitle(html: string, title: string): string {
  const outline = outlineOf(html.slice(0, BEGINNING_CHARACTERS));
  const [heading] = outline?.headings ?? [];
  const isFirst = heading !== undefined && heading.start <= (outline?.contentStart ?? 0);
  if (outline === null || !isFirst || !isSameTitle(heading.text, title)) return html;
  return partOfPage(html.slice(heading.end), outline);
}
