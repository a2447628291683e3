import type { PageFacts } from './cut-page.ts';

/*
 * Attributes that tell screen readers where the rows of one page are in the whole list: without them, each page
 * would be announced as a list of its own.
 */

/** For a table whose rows are one page of a list; its header is row 1. */
export function rowCount({ count }: PageFacts) {
  return { 'aria-rowcount': count + 1 };
}

/** For the row at `index` of the page. */
export function rowIndex({ first }: PageFacts, index: number) {
  return { 'aria-rowindex': first + index + 2 };
}

/** For the list item at `index` of the page. */
export function setPlace({ first, count }: PageFacts, index: number) {
  return { 'aria-setsize': count, 'aria-posinset': first + index + 1 };
}
