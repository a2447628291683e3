/** XML for readers of books; HTML for browsers. Both parse as the same elements. */
export type Syntax = 'xml' | 'html';

/** An element with its children; texts are escaped when it is written. Null is nothing. */
export type Markup = string | ElementMarkup | WrittenMarkup | null | readonly Markup[];

export type Attributes = Readonly<Record<string, string | null>>;

interface ElementMarkup {
  readonly name: string;
  readonly attributes: Attributes;
  readonly children: readonly Markup[];
}

/** Markup that is already written, by code that escapes. */
interface WrittenMarkup {
  readonly written: string;
}

/** An element. An attribute whose value is null is left out. */
export const el = (name: string, attributes: Attributes = {}, ...children: readonly Markup[]): Markup => ({
  name,
  attributes,
  children,
});

export const written = (text: string): Markup => ({ written: text });

/** Elements without content: those of HTML, which have no end tag, and those of packages and manifests. */
export const EMPTY_ELEMENTS: ReadonlySet<string> = new Set(
  'br col hr img link meta wbr item itemref rootfile track file dependency url'.split(' '),
);

/** Returns markup as text. */
export function writeMarkup(markup: Markup, syntax: Syntax): string {
  if (markup === null) return '';
  if (typeof markup === 'string') return escapeText(markup);
  if (isList(markup)) return markup.map((one) => writeMarkup(one, syntax)).join('');
  if ('written' in markup) return markup.written;
  const { name, attributes, children } = markup;
  if (EMPTY_ELEMENTS.has(name) && children.length === 0) return emptyTag(name, attributes, syntax);
  return `${startTag(name, attributes)}${writeMarkup(children, syntax)}</${name}>`;
}

/** Returns a document of XML. */
export const xmlDocument = (markup: Markup): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${writeMarkup(markup, 'xml')}\n`;

const isList = (markup: Markup): markup is readonly Markup[] => Array.isArray(markup);

export const startTag = (name: string, attributes: Attributes): string => `${tagOf(name, attributes)}>`;

/** The tag of an element without content. */
export const emptyTag = (name: string, attributes: Attributes, syntax: Syntax): string =>
  `${tagOf(name, attributes)}${syntax === 'xml' ? '/>' : '>'}`;

function tagOf(name: string, attributes: Attributes): string {
  const pairs = Object.entries(attributes).flatMap(([attribute, value]) =>
    value === null ? [] : ` ${attribute}="${escapeAttribute(value)}"`,
  );
  return `<${name}${pairs.join('')}`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
  '\t': '&#9;',
};

/** `>` too: `]]>` is not allowed in the text of XML. */
export const escapeText = (text: string): string =>
  cleanText(text).replace(/[&<>]/g, (character) => ENTITIES[character] ?? '');

/** Line ends and tabs too, which XML reads as spaces. */
export const escapeAttribute = (text: string): string =>
  cleanText(text).replace(/[&<>"\n\t]/g, (character) => ENTITIES[character] ?? '');

/** Characters that XML does not have: control characters, lone surrogates, noncharacters. */
const NO_CHARACTER = /[^\t\n\r\x20-\x7E\xA0-\uD7FF\uE000-\uFDCF\uFDF0-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** Returns a text without the characters that XML does not have, and with plain line ends. */
export const cleanText = (text: string): string => text.replace(NO_CHARACTER, '').replace(/\r\n?/g, '\n');

/** A title on one line; `fallback` where it has no visible character. */
export const titleOr = (title: string, fallback: string): string =>
  cleanText(title).replace(/\s+/g, ' ').trim() || fallback;
