import { Parser } from 'htmlparser2';
import { directions, lessonAttributes, lessonBlocks, lessonTags } from '#schema/courses/lesson-html.ts';
import { listsOfPrograms } from './list-items.ts';
import { localOf, MathText } from './math-text.ts';
import { ClassStyles, type TextStyle } from './text-style.ts';

/** Decides on the addresses of a text, and is told of its special parts. */
export interface HtmlVisitor {
  /** The address of a link as it is written; null keeps the text of the link only. */
  link(address: string): string | null;
  /** The address of a picture as it is written; null leaves the picture out. */
  picture(address: string): string | null;
  /** The address of a video, a sound, a frame or an embedded object: none is part of a lesson's text. */
  media(address: string): void;
  /** A formula, a drawing or a form that became plain text or was left out; a text that is nested too deeply to be read on. */
  simplified(tag: 'math' | 'svg' | 'form' | 'deep'): void;
  /**
   * Leaves out what no browser shows. Courses keep it: their pages show parts of it on request. Hidden text of Word is
   * left out of both.
   */
  readonly leavesOutHidden?: boolean;
}

const tags: ReadonlySet<string> = new Set(lessonTags);
const blocks: ReadonlySet<string> = new Set(['table', ...lessonBlocks.filter((tag) => tag !== 'hr')]);
const VOID_TAGS: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'wbr', 'col']);
/** Tags of the same meaning. */
const RENAMED: ReadonlyMap<string, string> = new Map(
  Object.entries({ h1: 'h2', strike: 's', tt: 'code', acronym: 'abbr', xmp: 'pre', listing: 'pre' }),
);
/** Blocks that lessons do not have: without a block of its own, their text would run into the next. */
const AS_DIV: ReadonlySet<string> = new Set(
  'article section main header footer nav aside address center form fieldset dir menu'.split(' '),
);
/** Left out with all inside. A head is not: pages may leave out its end, and only these parts of it have text. */
const DROPPED: ReadonlySet<string> = new Set(
  'title script style template noscript noframes iframe object applet audio video svg canvas textarea select datalist map'.split(
    ' ',
  ),
);
const MEDIA: ReadonlySet<string> = new Set([
  'video',
  'audio',
  'source',
  'iframe',
  'embed',
  'object',
  'frame',
]);
/** Deeper tags are left out, their text is kept. The server refuses a text with 500. */
const DEPTH_MAX = 100;

/**
 * Returns any HTML with only the tags and attributes of lessons, well-formed: every tag is closed, every `<` outside of
 * a tag and every `"` in a value is escaped. Never throws.
 */
export function cleanHtml(html: string, visitor: HtmlVisitor): string {
  let cleaned = clean(listsOfPrograms(html), visitor);
  for (let pass = 0; pass < PASSES_MAX; pass += 1) {
    const again = clean(cleaned, unchanged);
    if (again === cleaned) break;
    cleaned = again;
  }
  return cleaned;
}

/** Tags that were left out no longer separate those around them, so the parser may close one of these earlier. */
const PASSES_MAX = 5;

const unchanged: HtmlVisitor = {
  link: (address) => address,
  picture: (address) => address,
  media: () => undefined,
  simplified: () => undefined,
};

function clean(html: string, visitor: HtmlVisitor): string {
  const cleaner = new Cleaner(visitor);
  const parser = new Parser(cleaner, { decodeEntities: true, recognizeSelfClosing: true });
  for (let at = 0; at < html.length && !cleaner.isTooDeep; at += PIECE_CHARACTERS)
    parser.write(html.slice(at, at + PIECE_CHARACTERS));
  parser.end();
  return cleaner.html.trim();
}

/** After each piece, the nesting is examined: at each tag, the parser looks through all that are open. */
const PIECE_CHARACTERS = 64 * 1024;
/** No page that a person reads is nested as deeply. */
const NESTING_MAX = 5_000;

interface OpenElement {
  /** The tags that were written for it, the outermost first. */
  readonly tags: readonly string[];
  /** Its tag was not written, so the blocks in it say that they are read from right to left. */
  readonly isRightToLeft: boolean;
  /** Spaces and ends of lines are part of its text. */
  readonly isPreformatted: boolean;
  /** A line of a preformatted text. */
  readonly isLine: boolean;
}

/** Elements of text only, in which a style may become a tag. */
const STYLED: ReadonlySet<string> = new Set(
  'p dt span font a b strong i em u s small sub sup code cite mark'.split(' '),
);
const BOLD: ReadonlySet<string> = new Set(['strong', 'b', 'h2', 'h3', 'h4', 'h5', 'h6', 'th']);
const ITALIC: ReadonlySet<string> = new Set(['em', 'i']);
const SHIFTED: ReadonlySet<string> = new Set(['sub', 'sup']);

class Cleaner {
  html = '';
  readonly #visitor: HtmlVisitor;
  readonly #open: OpenElement[] = [];
  #droppedDepth = 0;
  /** Formulas in hidden elements are written: pages show them as a picture. */
  #hiddenDepth = 0;
  readonly #styles = new ClassStyles();
  #css: string | null = null;
  #math: MathText | null = null;
  /** The length of the text up to the last formula. */
  #formulaEnd = -1;

  constructor(visitor: HtmlVisitor) {
    this.#visitor = visitor;
  }

  get isTooDeep(): boolean {
    return this.#open.length + this.#droppedDepth + this.#hiddenDepth > NESTING_MAX;
  }

  onopentag(name: string, attributes: Readonly<Record<string, string>>): void {
    if (MEDIA.has(name)) this.#visitMedia(attributes);
    if (this.#open.length === NESTING_MAX) this.#visitor.simplified('deep');
    if (name === 'style') this.#css = '';
    if (this.#droppedDepth > 0 || DROPPED.has(name)) this.#drop(name);
    else if (this.#math !== null) this.#math.open(name, attributes);
    else if (localOf(name) === 'math') this.#startMath(attributes.alttext ?? '');
    else if (this.#hiddenDepth > 0) this.#hiddenDepth += 1;
    else if (VOID_TAGS.has(name)) this.#openVoid(name, attributes);
    else this.#openElement(name, attributes);
  }

  ontext(text: string): void {
    if (this.#css !== null) this.#css += text;
    if (this.#droppedDepth > 0) return;
    if (this.#math !== null) this.#math.add(text);
    else if (this.#hiddenDepth === 0) this.html += escapeText(text);
  }

  onclosetag(name: string): void {
    if (name === 'style') this.#endStyle();
    if (this.#droppedDepth > 0) {
      this.#droppedDepth -= 1;
      return;
    }
    if (this.#math !== null) {
      if (!this.#math.close()) return;
      this.html += escapeText(this.#math.text);
      this.#formulaEnd = this.html.length;
      this.#math = null;
      return;
    }
    if (this.#hiddenDepth > 0) {
      this.#hiddenDepth -= 1;
      return;
    }
    if (VOID_TAGS.has(name)) return;
    const element = this.#open.pop();
    if (element?.isLine === true) this.html += '\n';
    for (const tag of element?.tags.toReversed() ?? []) this.html += `</${tag}>`;
  }

  #endStyle(): void {
    this.#styles.add(this.#css ?? '');
    this.#css = null;
  }

  #visitMedia(attributes: Readonly<Record<string, string>>): void {
    const address = attributes.src ?? attributes.data ?? '';
    if (address !== '') this.#visitor.media(address.trim());
  }

  #drop(name: string): void {
    if (this.#droppedDepth === 0 && name === 'svg') this.#visitor.simplified('svg');
    this.#droppedDepth += 1;
  }

  #startMath(readOut: string): void {
    this.#visitor.simplified('math');
    this.#math = new MathText(readOut);
  }

  #openVoid(name: string, attributes: Readonly<Record<string, string>>): void {
    if (this.#isPictureOfFormula(attributes)) return;
    const isLineEnd = name === 'br' && this.#open.at(-1)?.isPreformatted === true;
    if (isLineEnd) this.html += '\n';
    else if (this.#open.length < DEPTH_MAX) this.html += this.#writtenTag(name, attributes) ?? '';
  }

  #openElement(name: string, attributes: Readonly<Record<string, string>>): void {
    const style = this.#styles.styleOf(attributes);
    const isHidden = style.isHidden === true || attributes.hidden !== undefined;
    if (style.isHiddenByAuthor === true || (isHidden && this.#visitor.leavesOutHidden === true))
      this.#hiddenDepth = 1;
    else if (this.#isPictureOfFormula(attributes)) this.#droppedDepth = 1;
    else this.#openTag(name, attributes, style);
  }

  /** Whether an element only draws the formula before it. */
  #isPictureOfFormula(attributes: Readonly<Record<string, string>>): boolean {
    const isPicture =
      attributes['aria-hidden'] === 'true' || /\bfallback-image\b/.test(attributes.class ?? '');
    return isPicture && this.#formulaEnd >= 0 && /^(?:<\/span>|\s)*$/.test(this.html.slice(this.#formulaEnd));
  }

  #openTag(name: string, attributes: Readonly<Record<string, string>>, style: TextStyle): void {
    if (name === 'form') this.#visitor.simplified('form');
    const isCode = style.isCode === true && name === 'div';
    const tag = isCode ? 'pre' : AS_DIV.has(name) ? 'div' : (RENAMED.get(name) ?? name);
    const outer = this.#open.at(-1);
    const isRightToLeft = outer?.isRightToLeft ?? false;
    const isLine = outer?.isPreformatted === true && /^(?:div|p)$/.test(tag);
    const given = isRightToLeft && blocks.has(tag) ? { dir: 'rtl', ...attributes } : attributes;
    const isShallow = this.#open.length < DEPTH_MAX;
    const written = isShallow && !isLine && !isDenied(tag, style) ? this.#writtenTag(tag, given) : null;
    const styled = isShallow && STYLED.has(tag) ? this.#tagsOf(tag, style) : [];
    // A span without attributes says nothing.
    const own = written === null || written === '<span>' ? [] : [tag];
    const inner = isCode && written !== null ? ['code'] : styled;
    if (own.length > 0) this.html += written;
    for (const one of inner) this.html += `<${one}>`;
    const direction = directionOf(attributes);
    this.#open.push({
      tags: [...own, ...inner],
      isRightToLeft: written === null && (direction === null ? isRightToLeft : direction === 'rtl'),
      isPreformatted: tag === 'pre' || outer?.isPreformatted === true,
      isLine,
    });
  }

  /** The tags that say what the style of a text says, unless those around it do. */
  #tagsOf(tag: string, { isBold, isItalic, shift }: TextStyle): string[] {
    const isWithin = (tags: ReadonlySet<string>) =>
      tags.has(tag) || this.#open.some((element) => element.tags.some((one) => tags.has(one)));
    return [
      ...(isBold === true && !isWithin(BOLD) ? ['strong'] : []),
      ...(isItalic === true && !isWithin(ITALIC) ? ['em'] : []),
      ...(shift !== undefined && !isWithin(SHIFTED) ? [shift] : []),
    ];
  }

  /** Null for a tag that is not written. */
  #writtenTag(tag: string, attributes: Readonly<Record<string, string>>): string | null {
    if (!tags.has(tag)) return null;
    if (tag === 'img') return this.#pictureTag(attributes);
    if (tag !== 'a') return tagOf(tag, attributes);
    const address = attributes.href === undefined ? null : this.#visitor.link(attributes.href.trim());
    return address === null ? null : tagOf('a', { ...attributes, href: address, rel: 'noopener' });
  }

  #pictureTag(attributes: Readonly<Record<string, string>>): string | null {
    const address = attributes.src === undefined ? null : this.#visitor.picture(attributes.src.trim());
    if (address === null) return null;
    return tagOf('img', { ...attributes, src: address, alt: attributes.alt ?? '' });
  }
}

/** Google Docs puts its texts in bold that is not bold. */
const isDenied = (tag: string, { isBold, isItalic }: TextStyle): boolean =>
  (isBold === false && (tag === 'b' || tag === 'strong')) || (isItalic === false && ITALIC.has(tag));

/** A tag as the server stores it. */
function tagOf(tag: string, attributes: Readonly<Record<string, string>>): string {
  const allowed = [...(lessonAttributes['*'] ?? []), ...(lessonAttributes[tag] ?? [])];
  const written = allowed.flatMap((name) => {
    const value = name === 'dir' ? directionOf(attributes) : attributes[name];
    return value === undefined || value === null ? [] : [` ${name}="${escapeValue(value)}"`];
  });
  return `<${tag}${written.join('')}${VOID_TAGS.has(tag) ? ' /' : ''}>`;
}

function directionOf({ dir }: Readonly<Record<string, string>>): string | null {
  const known = dir?.trim().toLowerCase() ?? '';
  return directions.includes(known) ? known : null;
}

const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const escapeValue = (text: string): string => escapeText(text).replaceAll('"', '&quot;');
