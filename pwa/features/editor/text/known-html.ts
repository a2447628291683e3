/** Elements within a line that need no button of their own: kept as they are, whatever is typed around them. */
export const KEPT_INLINE_TAGS = [
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

/** Every element that the rich editor can show and write back. */
export const RICH_TAGS: readonly string[] = [
  ...BLOCK_TAGS,
  ...KEPT_INLINE_TAGS,
  'a',
  'br',
  'code',
  'em',
  'img',
  'strong',
];

/** Attributes that are carried along without a meaning to the rich editor. */
export const KEPT_ATTRIBUTES = [
  'lang',
  'dir',
  'datetime',
  'scope',
  'value',
  'reversed',
  'loading',
  'decoding',
] as const;

/** Every attribute that the rich editor can write back; `title` is a part of some nodes and carried along by others. */
export const RICH_ATTRIBUTES: readonly string[] = [
  ...KEPT_ATTRIBUTES,
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

/** Whether an element begins a line of its own; what is unknown counts as part of a line. */
export function isBlockTag(tag: string): boolean {
  return blocks.has(tag);
}

const voids: ReadonlySet<string> = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
);

/** Whether an element never has an end tag. */
export function isVoidTag(tag: string): boolean {
  return voids.has(tag);
}
