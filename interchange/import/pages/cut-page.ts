import { titleOf } from '../text/titles.ts';
import type { OutlineItem } from './outline-modules.ts';
import type { PageHeading, PageOutline } from './page-outline.ts';
import { partOfPage } from './part-of-page.ts';

/** A part of a page that begins with a heading, which is not part of `html` unless it has a picture. */
interface PagePart {
  readonly title: string;
  readonly html: string;
  /** Where it begins in the page. */
  readonly start: number;
}

/** A page cut at the headings of two levels. */
export interface CutPage {
  /** What is before the first of the headings. */
  readonly before: string;
  readonly items: readonly OutlineItem<PagePart>[];
}

/**
 * Cuts a page at the headings of `levels`: the first of them are the first level of the result, the second ones below
 * it. A text between them is the page of the first. Positions are those of the outline of the same HTML.
 */
export function cutPage(html: string, outline: PageOutline, levels: readonly [number, number?]): CutPage {
  const headings = outline.headings.filter(({ level, text }) => levels.includes(level) && text !== '');
  const parts = headings.map((heading, at) => ({
    level: heading.level,
    part: partOf(html, outline, { heading, end: headings[at + 1]?.start ?? outline.end, at }),
  }));
  const items: { title: string; page: PagePart | null; items: OutlineItem<PagePart>[] }[] = [];
  for (const { level, part } of parts) {
    const above = items.at(-1);
    const item = { title: part.title, page: part, items: [] };
    if (level === levels[0] || above === undefined) items.push(item);
    else above.items.push(item);
  }
  const before = html.slice(outline.start, headings[0]?.start ?? outline.end);
  return { before: partOfPage(before, outline), items };
}

interface Cut {
  readonly heading: PageHeading;
  readonly end: number;
  readonly at: number;
}

function partOf(html: string, outline: PageOutline, { heading, end, at }: Cut): PagePart {
  const hasPicture = /<img\b/i.test(html.slice(heading.start, heading.end));
  return {
    title: titleOf(heading.text, `Lesson ${at + 1}`),
    html: partOfPage(html.slice(hasPicture ? heading.start : heading.end, end), outline),
    start: heading.start,
  };
}
