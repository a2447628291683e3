import { boundedParser } from '../text/bounded-parser.ts';

/** A change of the source. */
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A list that is being written; its last item is open. */
interface OpenList {
  readonly level: number;
  readonly tag: 'ul' | 'ol';
  readonly id: string;
}

/** An element of the source. */
interface OpenElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly start: number;
  readonly end: number;
  /** It only groups items, as `ul` and the boxes of Word online. */
  readonly isWrapper: boolean;
  hasContent: boolean;
  isRemoved: boolean;
}

/** An item of the source, whose tags are replaced. */
interface Item {
  readonly element: OpenElement;
  readonly level: number;
  readonly id: string;
  /** Null until the mark before its text was read, which says what kind of list it is in. */
  list: { readonly tag: 'ul' | 'ol'; readonly attributes: string } | null;
}

const HAS_ITEMS = /mso-list|aria-level|\blst-/i;
const ITEM_STYLE = /mso-list:\s*(\w+)\s+level(\d)(?:\s+(lfo\d+))?/i;
/** The class of a list that Google Docs saved: `lst-kix_a-1` is the second level of the list `kix_a`. */
const SAVED_LIST = /\blst-([\w-]*?)-(\d)\b/;
const MARK_STYLE = /mso-list:\s*ignore/i;
const LEVEL_MAX = 9;

/**
 * Rewrites the list items of other programs as nested lists. Word writes items as paragraphs with a level and a mark,
 * Word online a list for each item, and Google Docs lists inside of lists, or behind them in a saved page. All else stays
 * as it is.
 */
export function listsOfPrograms(html: string): string {
  if (!HAS_ITEMS.test(html)) return html;
  const finder = new ItemFinder();
  const parser = boundedParser({
    onopentag: (name, attributes) => finder.open(name, attributes, parser.startIndex, parser.endIndex + 1),
    ontext: (text) => finder.add(text),
    onclosetag: (_name, isImplied) => finder.close(isImplied, parser.startIndex, parser.endIndex + 1),
  });
  parser.end(html);
  return withEdits(html, finder.finish());
}

class ItemFinder {
  readonly #edits: Edit[] = [];
  readonly #stack: OpenElement[] = [];
  readonly #lists: OpenList[] = [];
  #item: Item | null = null;
  #itemEnd = 0;
  #mark: { readonly element: OpenElement; text: string } | null = null;

  open(name: string, attributes: Readonly<Record<string, string>>, start: number, end: number): void {
    const isWrapper = /^(?:div|ul|ol)$/.test(name) && attributes.dir === undefined;
    const element = { name, attributes, start, end, isWrapper, hasContent: false, isRemoved: false };
    if (this.#item !== null) {
      if (this.#item.list === null && this.#mark === null && MARK_STYLE.test(attributes.style ?? ''))
        this.#mark = { element, text: '' };
    } else {
      this.#item = this.#itemOf(element);
      if (this.#item !== null) this.#removeWrappers();
      else if (!isWrapper) this.#endLists();
    }
    this.#stack.push(element);
    if (this.#item?.element === element && this.#item.list !== null) this.#begin(this.#item);
  }

  add(text: string): void {
    if (this.#mark !== null) this.#mark.text += text;
    else if (this.#item === null && /\S/.test(text)) this.#endLists();
  }

  close(isImplied: boolean, start: number, end: number): void {
    const element = this.#stack.pop();
    if (element === undefined) return;
    const remove = () => {
      if (!isImplied) this.#edits.push({ start, end, text: '' });
    };
    if (this.#mark?.element === element) {
      this.#edits.push({ start: element.start, end: isImplied ? start : end, text: '' });
      this.#beginWith(this.#mark.text);
      this.#mark = null;
    } else if (this.#item?.element === element) {
      if (this.#item.list === null) this.#beginWith('');
      remove();
      this.#itemEnd = isImplied ? start : end;
      this.#item = null;
    } else if (element.isRemoved) remove();
    else if (this.#item === null) this.#endLists();
  }

  /** All edits in the order of the source. */
  finish(): readonly Edit[] {
    if (this.#item?.list === null) this.#beginWith('');
    if (this.#item !== null) this.#itemEnd = Number.MAX_SAFE_INTEGER;
    this.#endLists();
    return this.#edits.sort((one, other) => one.start - other.start);
  }

  #itemOf(element: OpenElement): Item | null {
    const { name, attributes } = element;
    if (name === 'p') {
      const [, list = '', level, override] = ITEM_STYLE.exec(attributes.style ?? '') ?? [];
      return level === undefined ? null : { element, level: Number(level), id: override ?? list, list: null };
    }
    const parent = this.#stack.at(-1);
    const [, saved = '', depth] = SAVED_LIST.exec(parent?.attributes.class ?? '') ?? [];
    const level =
      depth === undefined
        ? Number(attributes['data-aria-level'] ?? attributes['aria-level'])
        : Number(depth) + 1;
    if (name !== 'li' || !(level >= 1 && level <= LEVEL_MAX)) return null;
    const tag = parent?.name === 'ol' ? 'ol' : 'ul';
    const number =
      attributes['data-aria-posinset'] ?? attributes['aria-posinset'] ?? parent?.attributes.start;
    const list = { tag, attributes: tag === 'ol' ? numbering(Number(number)) : '' } as const;
    return { element, level, id: attributes['data-listid'] ?? saved, list };
  }

  /** Removes the tags of the elements that only group items: the lists are written anew. */
  #removeWrappers(): void {
    for (const element of this.#stack.toReversed()) {
      if (!element.isWrapper || element.hasContent || element.isRemoved) return;
      element.isRemoved = true;
      this.#edits.push({ start: element.start, end: element.end, text: '' });
    }
  }

  #beginWith(mark: string): void {
    if (this.#item === null) return;
    this.#item.list = listOfMark(mark.replace(/\s+/g, ''));
    this.#begin(this.#item);
  }

  #begin({ element, level, id, list }: Item): void {
    const { tag, attributes } = list ?? { tag: 'ul', attributes: '' };
    let ended = '';
    for (
      let last = this.#lists.at(-1);
      last !== undefined && last.level >= level;
      last = this.#lists.at(-1)
    ) {
      ended += '</li>';
      if (last.level === level && last.tag === tag && last.id === id) break;
      ended += `</${last.tag}>`;
      this.#lists.pop();
    }
    const isNew = this.#lists.at(-1)?.level !== level;
    if (isNew) this.#lists.push({ level, tag, id });
    if (ended !== '') this.#edits.push({ start: this.#itemEnd, end: this.#itemEnd, text: ended });
    const direction = /^(?:rtl|ltr)$/i.exec(element.attributes.dir ?? '')?.[0];
    const item = direction === undefined ? '<li>' : `<li dir="${direction.toLowerCase()}">`;
    const text = (isNew ? `<${tag}${attributes}>` : '') + item;
    this.#edits.push({ start: element.start, end: element.end, text });
  }

  /** Ends all lists behind the last item: something else follows. */
  #endLists(): void {
    const ended = this.#lists
      .splice(0)
      .toReversed()
      .map(({ tag }) => `</li></${tag}>`);
    if (ended.length > 0)
      this.#edits.push({ start: this.#itemEnd, end: this.#itemEnd, text: ended.join('') });
    for (const element of this.#stack.toReversed()) {
      if (element.hasContent) return;
      element.hasContent = true;
    }
  }
}

/** The kind of list that a mark of Word, such as `1.`, `(b)` or `·`, is of. */
function listOfMark(mark: string): { readonly tag: 'ul' | 'ol'; readonly attributes: string } {
  const [, number, letters] = /^\(?(?:(?:\d+\.)*(\d+)|([a-z]{1,8}))[.)]*$/i.exec(mark) ?? [];
  if (number !== undefined) return { tag: 'ol', attributes: numbering(Number(number)) };
  if (letters === undefined || mark === letters) return { tag: 'ul', attributes: '' };
  const isSmall = letters === letters.toLowerCase();
  if (/^i$|^[ivxlc]{2,}$/i.test(letters)) return { tag: 'ol', attributes: ` type="${isSmall ? 'i' : 'I'}"` };
  const place = letters.length === 1 ? letters.toLowerCase().charCodeAt(0) - 96 : 1;
  return { tag: 'ol', attributes: ` type="${isSmall ? 'a' : 'A'}"${numbering(place)}` };
}

/** The attribute of a list that does not begin with one. */
const numbering = (first: number): string =>
  Number.isSafeInteger(first) && first > 1 ? ` start="${first}"` : '';

function withEdits(source: string, edits: readonly Edit[]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { start, end, text } of edits) {
    pieces.push(source.slice(at, Math.max(at, start)), text);
    at = Math.max(at, end);
  }
  return pieces.join('') + source.slice(at);
}
