import { Parser } from 'htmlparser2';
import {
  type Attributes,
  EMPTY_ELEMENTS,
  emptyTag,
  escapeText,
  type Syntax,
  startTag,
} from '../pages/markup.ts';
import {
  CHILD_RULES,
  copiedAttributes,
  DROPPED,
  holdsOnlyPhrasing,
  isAtItsPlace,
  isBlock,
  isLessonElement,
} from './lesson-elements.ts';

/** Where the links and pictures of a text lead in the exported course. */
export interface TextTargets {
  /** The address of a link; null where it leads nowhere, so that its text stays without the link. */
  readonly linkTo: (address: string) => string | null;
  /** The address of a packed picture; null for one that is not in the archive. */
  readonly pictureAt: (address: string) => string | null;
  /** The level of the highest headings, below the heading of the text: 2 unless it is given. */
  readonly topLevel?: number;
}

/**
 * Returns the HTML of a lesson as well-formed XML or as HTML, with its links and pictures replaced. It relies on no
 * earlier sanitiser: only the known elements and attributes are written. Elements at a place where they are not allowed
 * are wrapped or become neutral ones. A picture that is not in the archive becomes a link, or its description.
 */
export function writeLessonText(html: string, syntax: Syntax, targets: TextTargets): string {
  const writer = new LessonTextWriter(syntax, targets);
  const parser = new Parser({
    onopentag: (name, attributes) => writer.open(name, attributes),
    ontext: (text) => writer.text(text),
    onclosetag: () => writer.close(),
  });
  parser.end(html);
  return writer.written;
}

type Given = Readonly<Record<string, string>>;

/** An open element of the source. */
interface OpenElement {
  /** The nearest written element, which is this one or one around it; undefined at the top. */
  readonly name: string | undefined;
  readonly isPhrasing: boolean;
  readonly isInLink: boolean;
  /** Nothing in it is written. */
  readonly isDropped: boolean;
  /** What ends it. */
  readonly end: string;
}

/** Where an element is written: in `around`, with `end` after its own end tag. */
interface Place {
  readonly around: OpenElement;
  readonly end: string;
}

const TOP: OpenElement = { name: undefined, isPhrasing: false, isInLink: false, isDropped: false, end: '' };

class LessonTextWriter {
  readonly #pieces: string[] = [];
  readonly #open: OpenElement[] = [TOP];
  readonly #syntax: Syntax;
  readonly #targets: TextTargets;
  /** A line end here is not part of the text. */
  #isAtStartOfPre = false;

  constructor(syntax: Syntax, targets: TextTargets) {
    this.#syntax = syntax;
    this.#targets = targets;
  }

  get written(): string {
    return this.#pieces.join('');
  }

  get #around(): OpenElement {
    return this.#open.at(-1) ?? TOP;
  }

  text(text: string): void {
    const shown = this.#isAtStartOfPre ? text.replace(/^\r?\n/, '') : text;
    this.#isAtStartOfPre = false;
    const { isDropped, name } = this.#around;
    if (isDropped || shown === '') return;
    const rule = CHILD_RULES[name ?? ''];
    if (rule === undefined || shown.trim() === '') this.#pieces.push(escapeText(shown));
    else if (rule.around.length > 0) this.#pieces.push(wrapped(escapeText(shown), rule.around));
  }

  open(source: string, attributes: Given): void {
    this.#isAtStartOfPre = false;
    const around = this.#around;
    if (around.isDropped || DROPPED.has(source)) {
      this.#open.push({ ...around, isDropped: true, end: '' });
      return;
    }
    const name = headingBelow(source, this.#targets.topLevel ?? 2);
    if (isLessonElement(name)) this.#openElement(name, attributes);
    else this.#open.push({ ...around, end: '' });
  }

  close(): void {
    this.#isAtStartOfPre = false;
    if (this.#open.length > 1) this.#pieces.push(this.#open.pop()?.end ?? '');
  }

  #openElement(name: string, given: Given): void {
    const around = this.#around;
    const rule = CHILD_RULES[around.name ?? ''];
    if (rule === undefined || rule.children.has(name)) this.#write(name, given, { around, end: '' });
    else if (rule.around.length === 0) this.#open.push({ ...around, isDropped: true, end: '' });
    else {
      this.#pieces.push(startTags(rule.around));
      const wrapper = { ...around, name: rule.around.at(-1) };
      this.#write(name, given, { around: wrapper, end: endTags(rule.around) });
    }
  }

  /** Writes a start tag, and opens the element. */
  #write(name: string, given: Given, place: Place): void {
    if (name === 'a') this.#writeLink(given, place);
    else if (name === 'img') this.#writePicture(given, place);
    else this.#writePlain(name, given, place);
  }

  #writePlain(source: string, given: Given, place: Place): void {
    const { around, end } = place;
    // A table cell or list item elsewhere, and a paragraph in a paragraph.
    const isNeutral = !isAtItsPlace(source, around.name) || (around.isPhrasing && isBlock(source));
    if (isNeutral && EMPTY_ELEMENTS.has(source)) {
      this.#open.push({ ...around, end });
      return;
    }
    const neutral = around.isPhrasing || !isBlock(source) ? 'span' : 'div';
    const name = isNeutral ? neutral : plainName(source, given);
    const shown = isNeutral && neutral === 'span' && isBlock(source) ? { class: 'block' } : {};
    const attributes = { ...shown, ...this.#attributesOf(name, given) };
    if (name === 'table' && this.#syntax === 'html') this.#writeTable(attributes, place);
    else this.#push(name, name === 'pre' ? { ...attributes, ...this.#focusable } : attributes, place);
    this.#isAtStartOfPre = name === 'pre';
  }

  /** A wide table or text is scrolled by the keyboard too. A reader of books has pages instead. */
  get #focusable(): Record<string, string> {
    return this.#syntax === 'html' ? { tabindex: '0' } : {};
  }

  #writeTable(attributes: Attributes, { around, end }: Place): void {
    const frame = { class: 'scrolls', ...this.#focusable, role: 'group', 'aria-label': 'Table' };
    this.#pieces.push(startTag('div', frame));
    this.#push('table', attributes, { around, end: `</div>${end}` });
  }

  #push(name: string, attributes: Attributes, { around, end }: Place): void {
    const isEmpty = EMPTY_ELEMENTS.has(name);
    this.#pieces.push(isEmpty ? emptyTag(name, attributes, this.#syntax) : startTag(name, attributes));
    this.#open.push({
      name,
      isPhrasing: holdsOnlyPhrasing(name, around.isPhrasing),
      isInLink: around.isInLink || name === 'a',
      isDropped: false,
      end: isEmpty ? end : `</${name}>${end}`,
    });
  }

  /** A link in a link stays without the inner one. */
  #writeLink(given: Given, place: Place): void {
    const href = place.around.isInLink ? null : this.#targets.linkTo((given.href ?? '').trim());
    if (href === null) this.#push('span', this.#attributesOf('span', given), place);
    else this.#push('a', { href, ...this.#attributesOf('a', given), ...outsideRel(href) }, place);
  }

  #writePicture(given: Given, place: Place): void {
    const address = (given.src ?? '').trim();
    const alt = given.alt ?? '';
    const src = this.#targets.pictureAt(address);
    if (src !== null) {
      this.#push('img', { src, alt, ...this.#attributesOf('img', given) }, place);
      return;
    }
    const href = place.around.isInLink ? null : this.#targets.linkTo(address);
    const text = alt.trim() === '' ? 'Picture' : alt;
    if (href === null) this.#push('span', {}, place);
    else this.#push('a', { href, ...outsideRel(href) }, place);
    this.#pieces.push(escapeText(href === null ? alt : `${text} (picture, needs a connection)`));
  }

  #attributesOf(name: string, given: Given): Record<string, string> {
    const copied = copiedAttributes(name, given);
    const { lang } = copied;
    return this.#syntax === 'xml' && lang !== undefined ? { ...copied, 'xml:lang': lang } : copied;
  }
}

/** A heading of a text whose highest ones are `h1` and `h2`, with those at this level; any other element as it is. */
function headingBelow(name: string, topLevel: number): string {
  const [, level] = /^h([1-6])$/.exec(name) ?? [];
  return level === undefined ? name : `h${Math.min(6, Math.max(2, Number(level)) + topLevel - 2)}`;
}

/** Elements that need an attribute become neutral ones without it. */
function plainName(name: string, given: Given): string {
  const copied = copiedAttributes(name, given);
  const lacks =
    (name === 'time' && copied.datetime === undefined) ||
    (name === 'bdo' && (copied.dir ?? 'auto').trim() === 'auto');
  return lacks ? 'span' : name;
}

/** Another site does not learn where the reader comes from. */
const outsideRel = (href: string): Record<string, string> =>
  href.startsWith('https:') ? { rel: 'noopener noreferrer' } : {};

const endTags = (names: readonly string[]): string =>
  names
    .toReversed()
    .map((name) => `</${name}>`)
    .join('');

const startTags = (names: readonly string[]): string => names.map((name) => `<${name}>`).join('');

const wrapped = (text: string, names: readonly string[]): string =>
  `${startTags(names)}${text}${endTags(names)}`;
