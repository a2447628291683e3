/** The elements and attributes that the HTML of a lesson may contain; every sanitiser of it begins here. */
const BLOCKS = 'h2 h3 h4 h5 h6 p div blockquote pre hr ul ol li dl dt dd figure figcaption details summary';
const TABLES = 'table caption colgroup col thead tbody tfoot tr th td';
const INLINE_TAGS =
  'a abbr b bdi bdo br cite code del dfn em i img ins kbd mark q rp rt ruby s samp small span strong sub sup time u var wbr';

/** Tags that begin a paragraph of their own. */
export const lessonBlocks: readonly string[] = BLOCKS.split(' ');

export const lessonTags: readonly string[] = `${BLOCKS} ${TABLES} ${INLINE_TAGS}`.split(' ');

/** The values of `dir`. */
export const directions: readonly string[] = ['ltr', 'rtl', 'auto'];

/** By tag; those of `*` may be on any. */
export const lessonAttributes: Readonly<Record<string, readonly string[]>> = {
  '*': ['lang', 'dir', 'title'],
  a: ['href', 'rel', 'target'],
  img: ['src', 'alt', 'width', 'height', 'loading', 'decoding'],
  ol: ['start', 'type', 'reversed'],
  li: ['value'],
  details: ['open'],
  th: ['scope', 'colspan', 'rowspan'],
  td: ['colspan', 'rowspan'],
  col: ['span'],
  colgroup: ['span'],
  time: ['datetime'],
};
