import { Parser } from 'htmlparser2';
import { onOneLine } from '../text/titles.ts';

/** A heading that is not inside of a list, table or other block. */
export interface PageHeading {
  /** 1 to 6. */
  readonly level: number;
  readonly text: string;
  /** Where its tag begins in the HTML. */
  readonly start: number;
  /** After its closing tag. */
  readonly end: number;
}

/** What is where in a page. All positions are those of characters in its HTML. */
export interface PageOutline {
  /** The text of `<title>`. */
  readonly title: string;
  /** The description in the head. */
  readonly description: string;
  /** Whether the page says that it is read from right to left. */
  readonly isRightToLeft: boolean;
  /** Where the body begins and ends; all of a fragment. */
  readonly start: number;
  readonly end: number;
  /** The inside of `<main>`; null without one, or with several. */
  readonly main: { readonly start: number; readonly end: number } | null;
  readonly headings: readonly PageHeading[];
  /** Where the outermost block with an id begins: a page can be cut there without cutting a block. */
  readonly ids: ReadonlyMap<string, number>;
  /** Addresses of links, pictures and other media, as they are written there. */
  readonly addresses: readonly string[];
  /** Where the first text, picture or media begins; null for an empty page. */
  readonly contentStart: number | null;
  /** The names of all tags. */
  readonly tags: ReadonlySet<string>;
}

/** More open tags than real pages have: the parser walks all of them at each tag. */
export const PAGE_DEPTH_MAX = 500;

/** Blocks that have no meaning of their own: a page can be cut inside of them. */
const WRAPPERS = new Set(
  'html head body main article section div header footer center form hgroup nav aside'.split(' '),
);
const MEDIA = new Set('img image svg math video audio iframe object embed'.split(' '));
const WITHOUT_TEXT = new Set(['title', 'script', 'style', 'template', 'noscript', 'rt', 'rp']);

class DepthError extends Error {}

/** Outlines a page or a fragment. Returns null for HTML that is nested more than 500 deep. */
export function outlineOf(html: string): PageOutline | null {
  const outliner = new Outliner(html);
  try {
    return outliner.read();
  } catch (error) {
    if (error instanceof DepthError) return null;
    throw error;
  }
}

/** Follows the parser through a page. */
class Outliner {
  readonly #html: string;
  readonly #parser: Parser;
  /** The names of the open tags, and where they begin. */
  readonly #open: { name: string; start: number }[] = [];
  readonly #headings: PageHeading[] = [];
  readonly #ids = new Map<string, number>();
  readonly #addresses: string[] = [];
  readonly #tags = new Set<string>();
  #heading: { level: number; start: number; text: string; depth: number } | null = null;
  #title = '';
  #description = '';
  #isRightToLeft = false;
  #start = 0;
  #end: number;
  #contentStart: number | null = null;
  readonly #mains: { start: number; end: number }[] = [];

  constructor(html: string) {
    this.#html = html;
    this.#end = html.length;
    this.#parser = new Parser(
      {
        onopentag: (name, attributes) => this.#openTag(name, attributes),
        onclosetag: (name, isImplied) => this.#closeTag(name, isImplied),
        ontext: (text) => this.#addText(text),
      },
      { recognizeSelfClosing: true },
    );
  }

  read(): PageOutline {
    this.#parser.end(this.#html);
    return {
      title: onOneLine(this.#title),
      description: onOneLine(this.#description),
      isRightToLeft: this.#isRightToLeft,
      start: this.#start,
      end: Math.max(this.#start, this.#end),
      main: this.#mains.length === 1 ? (this.#mains[0] ?? null) : null,
      headings: this.#headings,
      ids: this.#ids,
      addresses: this.#addresses,
      contentStart: this.#contentStart,
      tags: this.#tags,
    };
  }

  #openTag(name: string, attributes: Readonly<Record<string, string>>): void {
    if (this.#open.length >= PAGE_DEPTH_MAX) throw new DepthError();
    const start = this.#parser.startIndex;
    this.#tags.add(name);
    this.#open.push({ name, start });
    if (name === 'body') this.#start = this.#parser.endIndex + 1;
    if ((name === 'html' || name === 'body') && attributes.dir !== undefined)
      this.#isRightToLeft = attributes.dir.trim().toLowerCase() === 'rtl';
    if (name === 'main') this.#mains.push({ start: this.#parser.endIndex + 1, end: this.#html.length });
    if (name === 'meta') this.#readMeta(attributes);
    this.#readAddresses(attributes);
    const id = attributes.id ?? (name === 'a' ? attributes.name : undefined);
    if (id !== undefined && id !== '' && !this.#ids.has(id)) this.#ids.set(id, this.#blockStart());
    if (MEDIA.has(name)) this.#contentStart ??= this.#blockStart();
    if (/^h[1-6]$/.test(name)) this.#openHeading(Number(name[1]), start);
  }

  #openHeading(level: number, start: number): void {
    const depth = this.#open.length;
    const isCuttable = this.#open.slice(0, -1).every((tag) => WRAPPERS.has(tag.name));
    if (isCuttable) this.#heading ??= { level, start, text: '', depth };
  }

  #closeTag(name: string, isImplied: boolean): void {
    const { startIndex, endIndex } = this.#parser;
    if (this.#heading !== null && this.#open.length === this.#heading.depth) {
      const { level, start, text } = this.#heading;
      const end = Math.min(isImplied ? startIndex : endIndex + 1, this.#html.length);
      this.#headings.push({ level, start, end, text: onOneLine(text) });
      this.#heading = null;
    }
    if (name === 'body' && !isImplied) this.#end = startIndex;
    const main = this.#mains.at(-1);
    if (name === 'main' && !isImplied && main !== undefined) main.end = startIndex;
    this.#open.pop();
  }

  #addText(text: string): void {
    const isTitle = this.#open.at(-1)?.name === 'title' && this.#open.every(({ name }) => name !== 'svg');
    if (isTitle) this.#title += text;
    if (isTitle || this.#open.some(({ name }) => WITHOUT_TEXT.has(name))) return;
    if (this.#heading !== null) this.#heading.text += text;
    if (/\S/u.test(text)) this.#contentStart ??= this.#blockStart();
  }

  /** Where the outermost open block begins that cannot be cut; the last event if there is none. */
  #blockStart(): number {
    return this.#open.find(({ name }) => !WRAPPERS.has(name))?.start ?? this.#open.at(-1)?.start ?? 0;
  }

  #readMeta({ name, content }: Readonly<Record<string, string>>): void {
    if (name?.toLowerCase() === 'description' && content !== undefined) this.#description = content;
  }

  #readAddresses({ href, src, poster, data }: Readonly<Record<string, string>>): void {
    for (const address of [href, src, poster, data]) if (address) this.#addresses.push(address);
  }
}
