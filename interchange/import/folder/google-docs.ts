import { Parser } from 'htmlparser2';
import { outlineOf } from '../pages/page-outline.ts';

/** Styles of text that lessons have tags for. */
const EMPHASIS: readonly (readonly [RegExp, string])[] = [
  [/font-weight:\s*(?:bold|[6-9]00)/, 'b'],
  [/font-style:\s*italic/, 'i'],
  [/text-decoration:\s*line-through/, 's'],
  [/vertical-align:\s*super/, 'sup'],
  [/vertical-align:\s*sub\b/, 'sub'],
];

/**
 * A page as Google Docs writes it, in which the style of spans is that of tags, lists below lists are inside of them, and
 * links lead to their pages without Google between. Any other page is returned as it is.
 */
export function plainGoogleDocs(html: string): string {
  if (!/class="[^"]*\bdoc-content\b|class="lst-|www\.google\.com\/url\?/.test(html)) return html;
  // A page that is nested too deeply is refused by what reads it next.
  if (outlineOf(html) === null) return html;
  return nestLists(
    withTags(html, emphasisOf(html)).replace(REDIRECT, (_, address: string) => `href="${decoded(address)}"`),
  );
}

const REDIRECT = /href="https:\/\/www\.google\.com\/url\?q=([^"&]{1,2000})(?:&[^"]*)?"/g;

function decoded(address: string): string {
  try {
    return decodeURIComponent(address).replaceAll('"', '%22');
  } catch {
    return address;
  }
}

/** The tags of classes, from the styles of the page. */
function emphasisOf(html: string): Map<string, readonly string[]> {
  const [, css = ''] = /<style[^>]*>(.*?)<\/style>/s.exec(html) ?? [];
  const emphasis = new Map<string, readonly string[]>();
  for (const [, name = '', rules = ''] of css.matchAll(/\.([\w-]{1,40})\{([^{}]{0,2000})\}/g)) {
    const tags = EMPHASIS.filter(([rule]) => rule.test(rules)).map(([, tag]) => tag);
    if (tags.length > 0) emphasis.set(name, tags);
  }
  return emphasis;
}

/** Spans whose classes mean emphasis, as tags. Headings have a style of their own. */
function withTags(html: string, emphasis: ReadonlyMap<string, readonly string[]>): string {
  const pieces: string[] = [];
  const open: { readonly name: string; readonly end: string }[] = [];
  let at = 0;
  const put = (position: number, text: string, next = position) => {
    pieces.push(html.slice(at, position), text);
    at = next;
  };
  const parser = new Parser({
    onopentag: (name, { class: classes = '' }) => {
      const isInHeading = open.some((tag) => /^h[1-6]$/.test(tag.name));
      const tags =
        name === 'span' && !isInHeading ? classes.split(/\s+/).flatMap((one) => emphasis.get(one) ?? []) : [];
      open.push({
        name,
        end: tags
          .map((tag) => `</${tag}>`)
          .reverse()
          .join(''),
      });
      if (tags.length > 0) put(parser.endIndex + 1, tags.map((tag) => `<${tag}>`).join(''));
    },
    onclosetag: () => {
      const end = open.pop()?.end ?? '';
      if (end !== '') put(parser.startIndex, end);
    },
  });
  parser.end(html);
  return [...pieces, html.slice(at)].join('');
}

/** `<ul class="lst-kix_a-1">` is a list of the second level; it stands behind the list of the first. */
const LIST = /<(ul|ol)\b([^>]*\bclass="[^"]*\blst-[\w-]*?-(\d)\b[^"]*"[^>]*)>(.*?)<\/\1>/gs;

function nestLists(html: string): string {
  let open: string[] = [];
  let end = 0;
  const nested = html.replace(
    LIST,
    (list: string, tag: string, attributes: string, digit: string, items: string, at: number) => {
      const goesOn = open.length > 0 && html.slice(end, at).trim() === '';
      end = at + list.length;
      if (!goesOn) open = [];
      let closed = '';
      while (open.length > Number(digit) + 1) closed += open.pop() ?? '';
      // A list of the same level goes on.
      const isDeeper = open.length <= Number(digit);
      const begin = isDeeper ? `<${tag}${attributes}>` : '';
      if (isDeeper) open.push(open.length === 0 ? `</${tag}>` : `</${tag}></li>`);
      const join = goesOn ? `${JOIN}${isDeeper ? INSIDE : ''}` : '';
      return `${join}${closed}${begin}${items}${END}${[...open].reverse().join('')}`;
    },
  );
  return nested
    .replace(INNER, '')
    .replace(SAME, '')
    .replaceAll(END, '')
    .replaceAll(JOIN, '')
    .replaceAll(INSIDE, '');
}

/** Marks between which lists are closed that go on: the next one is inside of the last item, or beside it. */
const [END, JOIN, INSIDE] = ['\uE003', '\uE002', '\uE004'];
const INNER = /<\/li>\s*\uE003[^\uE002\uE003]*\uE002\uE004/g;
const SAME = /\uE003[^\uE002\uE003]*\uE002/g;
