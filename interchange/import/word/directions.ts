import { childrenOf, findElement, type XmlElement } from '../xml.ts';

/*
 * Mammoth knows neither the direction of a paragraph nor readings above characters. Marks in the text carry both through
 * its conversion: characters that Unicode reserves for such internal use.
 */

const [RIGHT_TO_LEFT, RUBY, READING, RUBY_END] = ['\ufdd0', '\ufdd1', '\ufdd2', '\ufdd3'] as const;
const MARKS = /[\ufdd0-\ufdd3]/g;

/** Text of a document without the marks. */
export const withoutMarks = (text: string): string => text.replace(MARKS, '');

/** Whether the paragraphs of a style are written from right to left. */
export type IsRightToLeftStyle = (styleId: string | undefined) => boolean;

/** Reads the directions of the paragraph styles. Paragraphs without a style have the default one. */
export function readStyleDirections(root: XmlElement | null): IsRightToLeftStyle {
  const empty: XmlElement = { name: '', attributes: new Map(), children: [] };
  const styles = childrenOf(root ?? empty, 'style').filter(
    ({ attributes }) => attributes.get('type') === 'paragraph',
  );
  const byId = new Map(styles.map((style) => [style.attributes.get('styleId'), style]));
  const usual = styles.find(({ attributes }) => isOn(attributes.get('default') ?? '0'));
  const ofDocument = bidiOf(findElement(root ?? empty, 'docDefaults', 'pPrDefault', 'pPr')) ?? false;
  return (styleId) => {
    const seen = new Set<XmlElement>();
    let style = byId.get(styleId) ?? usual;
    while (style !== undefined && !seen.has(style)) {
      seen.add(style);
      const own = bidiOf(findElement(style, 'pPr'));
      if (own !== null) return own;
      style = byId.get(findElement(style, 'basedOn')?.attributes.get('val'));
    }
    return ofDocument;
  };
}

function bidiOf(properties: XmlElement | undefined): boolean | null {
  const bidi = properties === undefined ? undefined : findElement(properties, 'bidi');
  return bidi === undefined ? null : isOn(bidi.attributes.get('val') ?? '1');
}

const isOn = (value: string): boolean => !['0', 'false', 'off'].includes(value);

const PARAGRAPH = /<w:p(?:\s(?:[^>]*[^>/])?)?>(?:\s*<w:pPr(?:\s[^>]*[^>/])?>(.*?)<\/w:pPr>)?/gs;
/** Properties of sections, and those before a tracked change. */
const OTHER_PROPERTIES = /<(w:sectPr|w:pPrChange)(?:\s(?:[^>]*[^>/])?)?>.*?<\/\1>/gs;
const BIDI = /<w:bidi(?:\s+w:val=["']([^"']*)["'])?\s*\/?>/;
const STYLE = /<w:pStyle\s+w:val=["']([^"']*)["']/;

/** Marks the paragraphs that are written from right to left. */
export function markDirections(xml: string, isRightToLeftStyle: IsRightToLeftStyle): string {
  return xml
    .replace(/<w:pPrChange(?:\s(?:[^>]*[^>/])?)?>.*?<\/w:pPrChange>/gs, '')
    .replace(PARAGRAPH, (start, properties = '') => {
      const own = String(properties).replace(OTHER_PROPERTIES, '');
      const bidi = BIDI.exec(own);
      const isRightToLeft = bidi === null ? isRightToLeftStyle(STYLE.exec(own)?.[1]) : isOn(bidi[1] ?? '1');
      return isRightToLeft ? `${start}<w:r><w:t>${RIGHT_TO_LEFT}</w:t></w:r>` : start;
    });
}

const OFFICE_RUBY = /<w:ruby(?:\s[^>]*)?>(.*?)<\/w:ruby>/gs;
const BASE = /<w:rubyBase(?:\s[^>]*)?>(.*?)<\/w:rubyBase>/s;
const READING_PART = /<w:rt(?:\s[^>]*)?>(.*?)<\/w:rt>/s;
const TEXT = /<w:t(?:\s[^>]*)?>(.*?)<\/w:t>/gs;

/** Replaces readings above characters by marked text. */
export const markReadings = (xml: string): string =>
  xml.replace(OFFICE_RUBY, (_, ruby: string) => {
    const base = BASE.exec(ruby)?.[1] ?? '';
    const reading = [...(READING_PART.exec(ruby)?.[1] ?? '').matchAll(TEXT)].map(([, text]) => text).join('');
    const mark = (text: string) => `<w:t xml:space="preserve">${text}</w:t>`;
    return reading === '' ? base : `${mark(RUBY)}${base}${mark(`${READING}${reading}${RUBY_END}`)}`;
  });

const EMPTY_BLOCK = new RegExp(`<(p|h[1-6]|li)>${RIGHT_TO_LEFT}</\\1>`, 'g');
const LIST = new RegExp(`<(ul|ol)([^>]*)>(?=<li>${RIGHT_TO_LEFT})`, 'g');
const BLOCK = new RegExp(`<(p|h[1-6])>${RIGHT_TO_LEFT}`, 'g');
const RUBY_TEXT = new RegExp(`${RUBY}([^${RUBY}]*?)${READING}([^<]*?)${RUBY_END}`, 'g');

/** HTML with the attributes and elements that the marks stand for. A list has the direction of its first item. */
export const applyMarks = (html: string): string =>
  withoutMarks(
    html
      .replace(EMPTY_BLOCK, '')
      .replace(LIST, '<$1$2 dir="rtl">')
      .replace(BLOCK, '<$1 dir="rtl">')
      .replace(RUBY_TEXT, '<ruby>$1<rt>$2</rt></ruby>'),
  );
