import { Parser } from 'htmlparser2';

/** What a page has, without changing it. */
export interface ScannedPage {
  /** Of its head, as it is written. */
  readonly title: string;
  /** The text of its first heading. */
  readonly heading: string;
  /** The `content` of the `meta` elements by `name`. */
  readonly meta: ReadonlyMap<string, string>;
  /** How many characters a reader sees, with spaces and line ends as one. */
  readonly textLength: number;
  /** Whether it shows a picture, a video, a frame or the like. */
  readonly hasMedia: boolean;
  /** The addresses of its frames. */
  readonly frames: readonly string[];
  /** All addresses, of links as well. */
  readonly addresses: readonly string[];
  /** It has more open elements than any parser should hold; the rest of it was not scanned. */
  readonly isTooDeep: boolean;
}

const DEPTH_MAX = 5_000;

const UNSEEN: ReadonlySet<string> = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'noframes',
  'title',
  'select',
  'datalist',
]);
const MEDIA: ReadonlySet<string> = new Set([
  'img',
  'video',
  'audio',
  'iframe',
  'frame',
  'embed',
  'object',
  'svg',
  'math',
]);
const ADDRESSES = ['src', 'href', 'data', 'poster'] as const;

/** Scans the HTML of a page. Never throws. */
export function scanPage(html: string): ScannedPage {
  const scanner = new PageScanner(() => parser.pause());
  const parser = new Parser(scanner, { decodeEntities: true });
  parser.write(html);
  parser.end();
  return scanner;
}

class PageScanner implements ScannedPage {
  isTooDeep = false;
  title = '';
  heading = '';
  textLength = 0;
  hasMedia = false;
  readonly meta = new Map<string, string>();
  readonly frames: string[] = [];
  readonly addresses: string[] = [];
  /** How many of the open elements are not shown, the first of them included. */
  #unseenDepth = 0;
  #inTitle = false;
  /** The first heading is not over. */
  #heading: 'before' | 'inside' | 'after' = 'before';
  #endsWithSpace = true;
  #depth = 0;
  readonly #stop: () => void;

  constructor(stop: () => void) {
    this.#stop = stop;
  }

  onopentag(name: string, attributes: Readonly<Record<string, string>>): void {
    this.#depth += 1;
    if (this.#depth > DEPTH_MAX) {
      this.isTooDeep = true;
      this.#stop();
    }
    if (name === 'title' && this.title === '') this.#inTitle = true;
    if (name === 'meta' && attributes.name !== undefined)
      this.meta.set(attributes.name.toLowerCase(), attributes.content ?? '');
    if (/^h[1-3]$/.test(name) && this.#heading === 'before') this.#heading = 'inside';
    if (this.#unseenDepth > 0 || UNSEEN.has(name) || isHidden(attributes)) this.#unseenDepth += 1;
    else if (MEDIA.has(name)) this.hasMedia = true;
    this.#addAddresses(name, attributes);
  }

  ontext(text: string): void {
    if (this.#inTitle) this.title += text;
    if (this.#unseenDepth > 0) return;
    if (this.#heading === 'inside') this.heading += text;
    const collapsed = text.replace(/\s+/g, ' ');
    this.textLength += this.#endsWithSpace ? collapsed.trimStart().length : collapsed.length;
    this.#endsWithSpace = collapsed === '' ? this.#endsWithSpace : collapsed.endsWith(' ');
  }

  onclosetag(name: string): void {
    this.#depth -= 1;
    if (name === 'title') this.#inTitle = false;
    if (/^h[1-3]$/.test(name) && this.#heading === 'inside')
      this.#heading = this.heading.trim() === '' ? 'before' : 'after';
    if (this.#unseenDepth > 0) this.#unseenDepth -= 1;
  }

  #addAddresses(name: string, attributes: Readonly<Record<string, string>>): void {
    if ((name === 'frame' || name === 'iframe') && attributes.src !== undefined)
      this.frames.push(attributes.src.trim());
    for (const attribute of ADDRESSES) {
      const address = attributes[attribute]?.trim();
      if (address !== undefined && address !== '') this.addresses.push(address);
    }
  }
}

const isHidden = ({ hidden, style }: Readonly<Record<string, string>>): boolean =>
  hidden !== undefined || /display\s*:\s*none/i.test(style ?? '');
