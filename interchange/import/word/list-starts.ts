import { childrenOf, findElement, type XmlElement } from '../xml.ts';

/** Characters of the private use area around the number with which a list goes on. */
const [OPEN, CLOSE] = ['\uE010', '\uE011'];

interface Level {
  readonly start: number;
  readonly isOrdered: boolean;
}

/** How lists are numbered: by the id of a list, the list that it shares its numbers with, and whether it begins anew. */
interface Numbering {
  readonly shared: ReadonlyMap<string, string>;
  readonly levels: ReadonlyMap<string, ReadonlyMap<string, Level>>;
  readonly anew: ReadonlySet<string>;
}

/** A paragraph with its properties. */
const PARAGRAPH = /<w:p(?:\s[^>]*)?(?<!\/)>(?:\s*<w:pPr(?:\s[^>]*)?>((?:(?!<\/w:pPr>).)*)<\/w:pPr>)?/gs;

/**
 * The XML of a document in which the first paragraph of a list that goes on after other paragraphs is marked with its
 * number. mammoth begins each list with 1.
 */
export function markListStarts(xml: string, numbering: XmlElement | null, styles: XmlElement | null): string {
  if (numbering === null) return xml;
  const counter = new Counter(readNumbering(numbering), readStyleLists(styles));
  return xml.replace(PARAGRAPH, (begin: string, properties = '') => {
    const start = counter.next(properties);
    return start === null ? begin : `${begin}<w:r><w:t>${OPEN}${start}${CLOSE}</w:t></w:r>`;
  });
}

/** A text without the numbers. */
export const withoutStarts = (text: string): string => text.replace(/\uE010\d*\uE011/g, '');

/** The HTML of mammoth with the numbers of marked paragraphs on their lists. */
export const startLists = (html: string): string =>
  html.includes(OPEN)
    ? withoutStarts(html.replace(/<ol><li>((?:<[a-z]+[^>]*>)*)\uE010(\d+)\uE011/g, '<ol start="$2"><li>$1'))
    : html;

const valOf = (element: XmlElement | undefined): string => element?.attributes.get('val') ?? '';

function readNumbering(root: XmlElement): Numbering {
  const levels = new Map(
    childrenOf(root, 'abstractNum').map((list) => [
      list.attributes.get('abstractNumId') ?? '',
      new Map(
        childrenOf(list, 'lvl').map((level) => [
          level.attributes.get('ilvl') ?? '0',
          {
            start: Number(valOf(findElement(level, 'start')) || '1'),
            isOrdered: !/^(?:bullet|none)$/.test(valOf(findElement(level, 'numFmt'))),
          },
        ]),
      ),
    ]),
  );
  const lists = childrenOf(root, 'num').map((list) => ({ id: list.attributes.get('numId') ?? '', list }));
  return {
    levels,
    shared: new Map(lists.map(({ id, list }) => [id, valOf(findElement(list, 'abstractNumId'))])),
    anew: new Set(
      lists
        .filter(({ list }) =>
          childrenOf(list, 'lvlOverride').some((one) => findElement(one, 'startOverride')),
        )
        .map(({ id }) => id),
    ),
  };
}

/** The lists that paragraph styles give, by the id of the style. */
const readStyleLists = (styles: XmlElement | null): ReadonlyMap<string, string> =>
  new Map(
    (styles === null ? [] : childrenOf(styles, 'style')).map((style) => [
      style.attributes.get('styleId') ?? '',
      valOf(findElement(style, 'pPr', 'numPr', 'numId')),
    ]),
  );

/** Counts as Word does: all lists of one kind go on, unless one says that it begins anew. */
class Counter {
  readonly #numbering: Numbering;
  readonly #styleLists: ReadonlyMap<string, string>;
  readonly #counts = new Map<string, readonly number[]>();
  /** The list of the paragraph before; null behind any other paragraph. */
  #last: string | null = null;

  constructor(numbering: Numbering, styleLists: ReadonlyMap<string, string>) {
    this.#numbering = numbering;
    this.#styleLists = styleLists;
  }

  /** The number of a paragraph with which a list goes on; null for any other. */
  next(properties: string): number | null {
    const value = (name: string) => new RegExp(`<w:${name} w:val="([^"]{1,100})"`).exec(properties)?.[1];
    const id = value('numId') ?? this.#styleLists.get(value('pStyle') ?? '') ?? '';
    if (id === '' || id === '0') {
      this.#last = null;
      return null;
    }
    const level = Number(value('ilvl') ?? '0');
    const kind = this.#numbering.shared.get(id) ?? '';
    const { start, isOrdered } = this.#numbering.levels.get(kind)?.get(String(level)) ?? UNKNOWN;
    if (!isOrdered || !(level < LEVELS_MAX)) return null;
    const key = this.#numbering.anew.has(id) ? `list ${id}` : `kind ${kind}`;
    const known = this.#counts.get(key) ?? [];
    const number = (known[level] ?? start - 1) + 1;
    this.#counts.set(key, [...known.slice(0, level), number]);
    const goesOn = this.#last !== key && level === 0 && number !== 1;
    this.#last = key;
    return goesOn ? number : null;
  }
}

const UNKNOWN: Level = { start: 1, isOrdered: false };
const LEVELS_MAX = 9;
