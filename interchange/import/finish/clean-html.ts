import { Parser } from 'htmlparser2';
import { directions, lessonAttributes, lessonBlocks, lessonTags } from '#schema/courses/lesson-html.ts';

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
  let cleaned = clean(html, visitor);
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
  /** The tag that was written for it; null if none was. */
  readonly tag: string | null;
  /** Its tag was not written, so the blocks in it say that they are read from right to left. */
  readonly isRightToLeft: boolean;
}

class Cleaner {
  html = '';
  readonly #visitor: HtmlVisitor;
  readonly #open: OpenElement[] = [];
  #droppedDepth = 0;
  #math: MathText | null = null;

  constructor(visitor: HtmlVisitor) {
    this.#visitor = visitor;
  }

  get isTooDeep(): boolean {
    return this.#open.length + this.#droppedDepth > NESTING_MAX;
  }

  onopentag(name: string, attributes: Readonly<Record<string, string>>): void {
    if (MEDIA.has(name)) this.#visitMedia(attributes);
    if (this.#open.length === NESTING_MAX) this.#visitor.simplified('deep');
    if (this.#droppedDepth > 0 || DROPPED.has(name)) this.#drop(name);
    else if (this.#math !== null) this.#math.open(name, attributes);
    else if (name === 'math') this.#startMath(attributes.alttext ?? '');
    else this.#openTag(name, attributes);
  }

  ontext(text: string): void {
    if (this.#droppedDepth > 0) return;
    if (this.#math === null) this.html += escapeText(text);
    else this.#math.add(text);
  }

  onclosetag(name: string): void {
    if (this.#droppedDepth > 0) {
      this.#droppedDepth -= 1;
      return;
    }
    if (this.#math !== null) {
      if (!this.#math.close()) return;
      this.html += escapeText(this.#math.text);
      this.#math = null;
      return;
    }
    if (VOID_TAGS.has(name)) return;
    const tag = this.#open.pop()?.tag ?? null;
    if (tag !== null) this.html += `</${tag}>`;
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

  #openTag(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'form') this.#visitor.simplified('form');
    const tag = AS_DIV.has(name) ? 'div' : (RENAMED.get(name) ?? name);
    const isRightToLeft = this.#open.at(-1)?.isRightToLeft ?? false;
    const given = isRightToLeft && blocks.has(tag) ? { dir: 'rtl', ...attributes } : attributes;
    const written = this.#open.length < DEPTH_MAX ? this.#writtenTag(tag, given) : null;
    if (written !== null) this.html += written;
    if (VOID_TAGS.has(name)) return;
    const direction = directionOf(attributes);
    this.#open.push(
      written === null
        ? { tag: null, isRightToLeft: direction === null ? isRightToLeft : direction === 'rtl' }
        : { tag, isRightToLeft: false },
    );
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

/** The text of a formula: its source in TeX where the page has it, else the text that readers hear, else its letters. */
class MathText {
  readonly #readOut: string;
  #depth = 1;
  #texDepth = 0;
  #tex = '';
  #letters = '';

  constructor(readOut: string) {
    this.#readOut = readOut;
  }

  get text(): string {
    return (
      [this.#tex, this.#readOut, this.#letters].map((text) => text.trim()).find((text) => text !== '') ?? ''
    );
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    this.#depth += 1;
    if (name === 'annotation' && this.#texDepth === 0)
      this.#texDepth = /tex/i.test(attributes.encoding ?? '') ? this.#depth : Number.POSITIVE_INFINITY;
  }

  add(text: string): void {
    if (this.#texDepth === 0) this.#letters += text;
    else if (this.#texDepth === this.#depth) this.#tex += text;
  }

  /** Returns whether the formula ends. */
  close(): boolean {
    if (this.#texDepth === this.#depth || this.#texDepth === Number.POSITIVE_INFINITY) this.#texDepth = 0;
    this.#depth -= 1;
    return this.#depth === 0;
  }
}

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
