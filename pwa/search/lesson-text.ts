/*
 * Extracts the text of a lesson's HTML by scanning: nothing is parsed into a page, so nothing in it can run.
 * The result is only ever rendered as text.
 */

/** Inline elements; any other element separates words. */
const INLINE = new Set(
  'a abbr b bdi bdo cite code data del dfn em i ins kbd mark q rb rp rt rtc ruby s samp small span strong sub sup time u var wbr'.split(
    ' ',
  ),
);
/** Elements whose content is not displayed, and the brackets around readings, which only old browsers display. */
const SILENT = new Set(['script', 'style', 'template', 'rp']);
/** Readings, displayed above their characters. */
const READING = new Set(['rt', 'rtc']);
const ENDS_READING = new Set(['rt', 'rtc', 'rb', 'ruby']);
const NAME = /^<\/?([A-Za-z][A-Za-z0-9-]*)/;
const COMMENT = '<!--';

/** Texts with white space collapsed to one blank. */
interface LessonText {
  /** Words separated as displayed. */
  readonly words: string;
  readonly readings: string;
}

/** Returns the text of lesson HTML, and apart from it the readings above its characters. */
export function readLessonText(html: string): LessonText {
  const words: string[] = [];
  const readings: string[] = [];
  let parts = words;
  let at = 0;
  let silence: string | null = null;
  while (at < html.length) {
    const open = html.indexOf('<', at);
    const textEnd = open === -1 ? html.length : open;
    if (silence === null) parts.push(html.slice(at, textEnd));
    if (open === -1) break;
    const name = nameOfTag(html, open);
    const isEnd = html[open + 1] === '/';
    const isMarkup = name !== null || html.startsWith('<!', open);
    if (!isMarkup && silence === null) parts.push('<');
    if (name !== null && !INLINE.has(name)) words.push(' ');
    if (name !== null && READING.has(name)) readings.push(' ');
    if (name !== null) parts = partAfter(name, isEnd) ?? parts;
    if (name !== null && SILENT.has(name)) silence = isEnd ? null : name;
    // Searched only at the start of a tag: otherwise a text full of < would be scanned again for each.
    at = isMarkup ? endOfTag(html, open) : open + 1;
  }
  return { words: textOf(words), readings: textOf(readings) };

  /** Where the text after a tag belongs; null if that does not change. A reading may end without a tag of its own. */
  function partAfter(name: string, isEnd: boolean): string[] | null {
    if (READING.has(name) && !isEnd) return readings;
    return ENDS_READING.has(name) || !INLINE.has(name) ? words : null;
  }
}

const textOf = (parts: readonly string[]): string =>
  decodeEntities(parts.join('')).replace(/\s+/g, ' ').trim().normalize('NFC');

function nameOfTag(html: string, open: number): string | null {
  return NAME.exec(html.slice(open, open + 40))?.[1]?.toLowerCase() ?? null;
}

/**
 * Returns the position after the tag or comment that starts here; the end of the text if it is not closed.
 */
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

/** The sanitiser escapes only these few characters, and numeric ones. */
function decodeEntities(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,4}));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return NAMED[name] ?? whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
