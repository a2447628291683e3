import { countOf, formatCount } from '#schema/count.ts';

/** How many cards one page of a list of courses holds: whole rows of one, two, three and four columns. */
export const COURSES_PER_PAGE = 48;

export interface PageFacts<T> {
  readonly rows: readonly T[];
  /** Counted from 0; the last one when there are fewer than asked for. */
  readonly page: number;
  readonly pages: number;
  /** `3 courses`; of a list with several pages `49–96 of 500 courses`. */
  readonly words: string;
}

interface Cut {
  /** The page that is wanted, counted from 0. */
  readonly asked: number;
  readonly size: number;
  /** What one row is called. */
  readonly noun: string;
}

/** One page of a list, so that a long list costs no more to draw than a short one. */
export function cutPage<T>(list: readonly T[], { asked, size, noun }: Cut): PageFacts<T> {
  const pages = Math.max(1, Math.ceil(list.length / size));
  const page = Math.min(Math.max(0, asked), pages - 1);
  const first = page * size;
  const rows = list.slice(first, first + size);
  const total = countOf(list.length, noun);
  if (pages === 1) return { rows, page, pages, words: total };
  const range = `${formatCount(first + 1)}–${formatCount(first + rows.length)}`;
  return { rows, page, pages, words: `${range} of ${total}` };
}
