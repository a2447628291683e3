import { Parser } from 'htmlparser2';
import { decodeText, encodeText } from '#interchange/course-file/digest.ts';
import { escapeAttribute, escapeText } from '../pages/markup.ts';

const ELEMENTS: ReadonlySet<string> = new Set(
  (
    'svg g defs symbol use title desc style path rect circle ellipse line polyline polygon text tspan textPath image ' +
    'marker pattern mask clipPath linearGradient radialGradient stop switch filter feBlend feColorMatrix ' +
    'feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow ' +
    'feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset fePointLight ' +
    'feSpecularLighting feSpotLight feTile feTurbulence'
  ).split(' '),
);

const NAMESPACES = { xmlns: 'http://www.w3.org/2000/svg', 'xmlns:xlink': 'http://www.w3.org/1999/xlink' };
const ADDRESS = /^(?:#|data:image\/(?:png|jpeg|gif|webp)[;,])/i;
const ATTRIBUTE = /^(?!on)[A-Za-z][A-Za-z-]*\d?$/i;
/** A resource that is not in the picture; escapes of CSS could hide its name. */
const OUTSIDE = /@import|\\|url\(\s*(?!["']?\s*#)/i;

/**
 * Returns an SVG picture with shapes, texts and styles only: without scripts, handlers, animations, foreign content and
 * anything from outside, as well-formed XML. Null when the bytes are no SVG.
 */
export function plainSvg(bytes: Uint8Array): Uint8Array | null {
  const writer = new SvgWriter();
  const source = findText(bytes);
  if (source === null) return null;
  const parser = new Parser(
    {
      onopentag: (name, attributes) => writer.open(name, attributes),
      ontext: (text) => writer.text(text),
      onclosetag: () => writer.close(),
    },
    { xmlMode: true },
  );
  parser.end(source);
  return writer.isPicture ? encodeText(writer.written) : null;
}

function findText(bytes: Uint8Array): string | null {
  try {
    return decodeText(bytes).replace(/^\uFEFF/, '');
  } catch {
    return null;
  }
}

class SvgWriter {
  /** Whether its first element is an SVG. */
  isPicture = false;
  readonly #pieces: string[] = [];
  /** The open elements; null for one that is left out, with all in it. */
  readonly #open: (string | null)[] = [];
  #hasRoot = false;
  #style = '';

  get written(): string {
    return this.#pieces.join('');
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    const isRoot = this.#open.length === 0 && !this.#hasRoot;
    if (isRoot) {
      this.#hasRoot = true;
      this.isPicture = name === 'svg';
    }
    const isIn = isRoot ? name === 'svg' : typeof this.#open.at(-1) === 'string';
    const isWritten = isIn && ELEMENTS.has(name) && this.#open.at(-1) !== 'style';
    this.#open.push(isWritten ? name : null);
    if (!isWritten) return;
    const pairs = Object.entries(attributes).filter(([attribute, value]) => isPlain(attribute, value));
    const all = [...(isRoot ? Object.entries(NAMESPACES) : []), ...pairs];
    const tag = all.map(([attribute, value]) => ` ${attribute}="${escapeAttribute(value)}"`).join('');
    this.#pieces.push(`<${name}${tag}>`);
  }

  text(text: string): void {
    const name = this.#open.at(-1);
    if (name === 'style') this.#style += text;
    else if (typeof name === 'string') this.#pieces.push(escapeText(text));
  }

  close(): void {
    const name = this.#open.pop();
    if (name === 'style') {
      if (!OUTSIDE.test(this.#style)) this.#pieces.push(escapeText(this.#style));
      this.#style = '';
    }
    if (typeof name === 'string') this.#pieces.push(`</${name}>`);
  }
}

function isPlain(name: string, value: string): boolean {
  if (name === 'href' || name === 'xlink:href') return ADDRESS.test(value.trim());
  if (name === 'xml:space') return value === 'preserve' || value === 'default';
  return ATTRIBUTE.test(name) && name !== 'xmlns' && name !== 'src' && !OUTSIDE.test(value);
}
