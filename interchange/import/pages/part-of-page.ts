import type { PageOutline } from './page-outline.ts';

/** A part of a page, with the direction of the page. */
export const partOfPage = (html: string, { isRightToLeft }: Pick<PageOutline, 'isRightToLeft'>): string =>
  isRightToLeft ? `<body dir="rtl">${html}</body>` : html;
