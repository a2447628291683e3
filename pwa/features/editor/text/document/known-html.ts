/** Inline elements without a button: preserved while the text around them is edited. */
export const PRESERVED_INLINE_TAGS = [
  'abbr',
  'b',
  'bdi',
  'bdo',
  'cite',
  'del',
  'dfn',
  'i',
  'ins',
  'kbd',
  'mark',
  'q',
  's',
  'samp',
  'small',
  'sub',
  'sup',
  'time',
  'u',
  'var',
] as const;

/** Characters with readings above them: `ruby` with `rt`, and `rp` for browsers that do not know them. */
export const RUBY_TAGS = ['ruby', 'rt', 'rp'] as const;

const BLOCK_TAGS = [
  'p',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'ul',
  'ol',
  'li',
  'blockquote',
  'pre',
  'hr',
  'table',
  'caption',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
  'figure',
  'figcaption',
  'details',
  'summary',
  'dl',
  'dt',
  'dd',
] as const;

/** Every element that the rich editor can display and serialise. */
export const RICH_TAGS: readonly string[] = [
  ...BLOCK_TAGS,
  ...PRESERVED_INLINE_TAGS,
  ...RUBY_TAGS,
  'a',
  'br',
  'code',
  'em',
  'img',
  'strong',
];

/** Attributes that are preserved but have no meaning to the rich editor. */
export const PRESERVED_ATTRIBUTES = [
  'lang',
  'dir',
  'datetime',
  'scope',
  'value',
  'reversed',
  'loading',
  'decoding',
] as const;

/**
 * Every attribute that the rich editor can serialise. `title` belongs to some nodes and is only preserved on
 * others.
 */
export const RICH_ATTRIBUTES: readonly string[] = [
  ...PRESERVED_ATTRIBUTES,
  'title',
  'href',
  'target',
  'rel',
  'src',
  'alt',
  'width',
  'height',
  'start',
  'type',
  'open',
  'colspan',
  'rowspan',
];

const blocks: ReadonlySet<string> = new Set([...BLOCK_TAGS, 'h1', 'div', 'section', 'article', 'iframe']);

/** Whether an element is a block; unknown elements count as inline. */
export function isBlockTag(tag: string): boolean {
  return blocks.has(tag);
}

const voids: ReadonlySet<string> = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
);

export function isVoidTag(tag: string): boolean {
  return voids.has(tag);
}
