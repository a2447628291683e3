import { countOf, formatCount } from '#schema/messages/count.ts';

/** The number of cards on one page of a course list: full rows with one, two, three or four columns. */
export const COURSES_PER_PAGE = 48;

export interface PageFacts<T> {
  readonly rows: readonly T[];
  /** Zero-based; the last page if the requested one does not exist. */
  readonly page: number;
  readonly pages: number;
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

/** Returns one page of a list, so that a long list costs no more to render than a short one. */
export function cutPage<T>(list: readonly T[], { requested, size, noun }: Cut): PageFacts<T> {
  const pages = Math.max(1, Math.ceil(list.length / size));
  const page = Math.min(Math.max(0, requested), pages - 1);
  const first = page * size;
  const rows = list.slice(first, first + size);
  const total = countOf(list.length, noun);
  if (pages === 1) return { rows, page, pages, rangeLabel: total };
  const range = `${formatCount(first + 1)}–${formatCount(first + rows.length)}`;
  return { rows, page, pages, rangeLabel: `${range} of ${total}` };
}
