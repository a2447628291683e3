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
 * A page as Google Docs writes it, in which the style of spans is that of tags, and links lead to their pages without
 * Google between. Any other page is returned as it is.
 */
export function plainGoogleDocs(html: string): string {
  if (!/class="[^"]*\bdoc-content\b|www\.google\.com\/url\?/.test(html)) return html;
  // A page that is nested too deeply is refused by what reads it next.
  if (outlineOf(html) === null) return html;
  return withTags(html, emphasisOf(html)).replace(
    REDIRECT,
    (_, address: string) => `href="${decoded(address)}"`,
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
