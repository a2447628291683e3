import { countOf, formatCount } from '#schema/messages/count.ts';

/** The number of cards on one page of a course list: full rows with one, two, three or four columns. */
export const COURSES_PER_PAGE = 48;

/** One page of a list of which only the length is known. */
export interface PageFacts {
  /** Zero-based; the last page if the requested one does not exist. */
  readonly page: number;
  readonly pages: number;
  /** The index of the page's first row in the list. */
  readonly first: number;
  /** The number of rows of the whole list. */
  readonly count: number;
  /** `3 courses`; for a list with several pages, `49–96 of 500 courses`. */
  readonly rangeLabel: string;
}

interface Cut {
  /** The requested page, zero-based. */
  readonly requested: number;
  readonly size: number;
  /** The singular noun for a row. */
  readonly noun: string;
}

/** Returns which rows a page of a list contains, for a list that is read page by page. */
export function findPage(count: number, { requested, size, noun }: Cut): PageFacts {
  const pages = Math.max(1, Math.ceil(count / size));
  const page = Math.min(Math.max(0, requested), pages - 1);
  const first = page * size;
  const total = countOf(count, noun);
  if (pages === 1) return { page, pages, first, count, rangeLabel: total };
  const range = `${formatCount(first + 1)}–${formatCount(Math.min(first + size, count))}`;
  return { page, pages, first, count, rangeLabel: `${range} of ${total}` };
}

/** Returns one page of a list, so that a long list costs no more to render than a short one. */
export function cutPage<T>(list: readonly T[], cut: Cut): PageFacts & { readonly rows: readonly T[] } {
  const facts = findPage(list.length, cut);
  return { ...facts, rows: list.slice(facts.first, facts.first + cut.size) };
}
