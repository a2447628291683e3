/*
 * The words of a lesson out of its HTML, read as a text: nothing is parsed into a page, so nothing in it can run.
 * What comes out is only ever shown as text.
 */

/** Elements within a line; what any other begins or ends is a break between words. */
const INLINE = new Set(
  'a abbr b bdi bdo cite code data del dfn em i ins kbd mark q s samp small span strong sub sup time u var wbr'.split(
    ' ',
  ),
);
/** Elements whose content nobody reads. */
const SILENT = new Set(['script', 'style', 'template']);
const NAME = /^<\/?([A-Za-z][A-Za-z0-9-]*)/;
const COMMENT = '<!--';

/** Takes the text out of lesson HTML: words apart as they are shown, white space as one blank. */
export function wordsOfHtml(html: string): string {
  const parts: string[] = [];
  let at = 0;
  let silence: string | null = null;
  while (at < html.length) {
    const open = html.indexOf('<', at);
    const textEnd = open === -1 ? html.length : open;
    if (silence === null) parts.push(html.slice(at, textEnd));
    if (open === -1) break;
    const name = nameOfTag(html, open);
    const isMarkup = name !== null || html.startsWith('<!', open);
    if (!isMarkup && silence === null) parts.push('<');
    if (name !== null && !INLINE.has(name)) parts.push(' ');
    if (name !== null && SILENT.has(name)) silence = html[open + 1] === '/' ? null : name;
    // Looked for only where a tag begins: else a text full of < would be read again for each.
    at = isMarkup ? endOfTag(html, open) : open + 1;
  }
  return decodeEntities(parts.join('')).replace(/\s+/g, ' ').trim().normalize('NFC');
}

function nameOfTag(html: string, open: number): string | null {
  return NAME.exec(html.slice(open, open + 40))?.[1]?.toLowerCase() ?? null;
}

/** Behind the tag or comment that begins here; the end of the text when it has none. */
function endOfTag(html: string, open: number): number {
  if (html.startsWith(COMMENT, open)) {
    const end = html.indexOf('-->', open);
    return end === -1 ? html.length : end + 3;
  }
  let quote = '';
  for (let at = open + 1; at < html.length; at += 1) {
    const character = html.charAt(at);
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === '"' || character === "'") quote = character;
    else if (character === '>') return at + 1;
  }
  return html.length;
}

const NAMED: Readonly<Record<string, string | undefined>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  shy: '',
};

/** The sanitiser writes letters as they are; these few, and numbers, are all that it escapes. */
function decodeEntities(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,4}));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return NAMED[name] ?? whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
