/** Elements that are left out with everything in them; any other unknown element leaves its content. */
export const DROPPED: ReadonlySet<string> = setOf(
  'script style template noscript iframe frame object embed applet svg math title head select textarea',
);

const PHRASING =
  'a abbr b bdi bdo br cite code del dfn em i img ins kbd mark q rp rt ruby s samp small span strong sub sup time u var wbr';
const HEADINGS = 'h2 h3 h4 h5 h6';
const BLOCKS = `${HEADINGS} p div blockquote pre hr ul ol dl figure details table`;
/** The elements of lists, tables and figures, each with the elements that may contain it. */
const PARTS: Readonly<Record<string, ReadonlySet<string>>> = {
  li: setOf('ul ol'),
  dt: setOf('dl'),
  dd: setOf('dl'),
  figcaption: setOf('figure'),
  summary: setOf('details'),
  caption: setOf('table'),
  colgroup: setOf('table'),
  col: setOf('colgroup'),
  thead: setOf('table'),
  tbody: setOf('table'),
  tfoot: setOf('table'),
  tr: setOf('table thead tbody tfoot'),
  td: setOf('tr'),
  th: setOf('tr'),
};

const phrasing = setOf(PHRASING);
const blocks = setOf(BLOCKS);

/** Whether lessons may have the element. */
export const isLessonElement = (name: string): boolean =>
  phrasing.has(name) || blocks.has(name) || name in PARTS;

/** Whether an element begins a paragraph of its own. */
export const isBlock = (name: string): boolean => blocks.has(name) || name in PARTS;

/** The parts of a word with a reading above it: unlike other parts, they are within a line. */
const RUBY_PARTS = setOf('rt rp');

/** Whether an element may be in `parent`, the nearest element around it; undefined at the top. */
export function isAtItsPlace(name: string, parent: string | undefined): boolean {
  if (RUBY_PARTS.has(name)) return parent === 'ruby';
  return PARTS[name]?.has(parent ?? '') ?? true;
}

/** Links, insertions and deletions have the content of the element around them. */
const TRANSPARENT = setOf('a ins del');
const TEXT_ONLY = setOf(`p pre dt summary ${HEADINGS}`);

/** Whether only text and phrasing elements may be in an element, given the same about the element around it. */
export function holdsOnlyPhrasing(name: string, isAround: boolean): boolean {
  if (TEXT_ONLY.has(name)) return true;
  return phrasing.has(name) && !TRANSPARENT.has(name) ? true : isAround;
}

/** What the children of an element may be, and the elements around any other child. Without those it is left out. */
interface ChildRule {
  readonly children: ReadonlySet<string>;
  readonly around: readonly string[];
}

const LIST: ChildRule = { children: setOf('li'), around: ['li'] };
const ROWS: ChildRule = { children: setOf('tr'), around: ['tr', 'td'] };

export const CHILD_RULES: Readonly<Record<string, ChildRule>> = {
  ul: LIST,
  ol: LIST,
  dl: { children: setOf('dt dd'), around: ['dd'] },
  table: { children: setOf('caption colgroup thead tbody tfoot tr'), around: ['tr', 'td'] },
  thead: ROWS,
  tbody: ROWS,
  tfoot: ROWS,
  tr: { children: setOf('td th'), around: ['td'] },
  colgroup: { children: setOf('col'), around: [] },
};

const WHOLE = /^\d{1,6}$/;
const SPAN = /^[1-9]\d{0,2}$/;
const LANGUAGE = /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/;
const MOMENT = /^\d{4}(-\d\d(-\d\d(T\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d)?)?)?)?$/;

/** The attributes that are copied, and the form of their values. Addresses are not copied: they are replaced. */
const ATTRIBUTES: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  img: { width: WHOLE, height: WHOLE },
  ol: { start: /^-?\d{1,6}$/, type: /^[1aAiI]$/, reversed: /^/ },
  li: { value: /^-?\d{1,6}$/ },
  details: { open: /^/ },
  th: { scope: /^(row|col|rowgroup|colgroup)$/, colspan: SPAN, rowspan: SPAN },
  td: { colspan: SPAN, rowspan: SPAN },
  col: { span: SPAN },
  colgroup: { span: SPAN },
  time: { datetime: MOMENT },
};
const EVERYWHERE: Readonly<Record<string, RegExp>> = { lang: LANGUAGE, dir: /^(ltr|rtl|auto)$/, title: /\S/ };

/** The attributes of an element that are copied. */
export function copiedAttributes(
  name: string,
  given: Readonly<Record<string, string>>,
): Record<string, string> {
  const rules = { ...EVERYWHERE, ...ATTRIBUTES[name] };
  return Object.fromEntries(
    Object.entries(given).filter(([attribute, value]) => rules[attribute]?.test(value.trim()) ?? false),
  );
}

function setOf(names: string): ReadonlySet<string> {
  return new Set(names.split(' '));
}
