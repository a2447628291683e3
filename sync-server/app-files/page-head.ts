import { documentTitleOf, type Site, siteNameOf } from '#schema/site/site.ts';

/** What a public page says of itself to search engines and to the previews of shared links. */
export interface PageHead {
  /** The title of the document, without the name of the school. */
  readonly title: string;
  readonly description: string;
  readonly path: string;
  /** PNG or JPEG: programs that show links read no SVG, and often no WebP. */
  readonly image: { readonly path: string; readonly width: number; readonly height: number };
}

interface HeadOptions {
  readonly school: Site;
  readonly publicUrl: string | undefined;
}

/** The built page has these, once each; see pwa/index.html. */
const TITLE = /<title>[^<]*<\/title>/;
const DESCRIPTION = /<meta name="description"[^>]*>/;
const APP_NAME = /<meta name="apple-mobile-web-app-title"[^>]*>/;

/**
 * Writes the head of a public page. `publicUrl`: without the configured address nothing absolute is written, because the
 * Host of a request is chosen by its sender.
 */
export function writeHead(html: string, head: PageHead, { school, publicUrl }: HeadOptions): string {
  const { title, description, path, image } = head;
  const name = siteNameOf(school);
  const tags = [
    meta('name', 'description', description),
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', name),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('name', 'twitter:card', image.width > image.height ? 'summary_large_image' : 'summary'),
    ...(publicUrl === undefined ? [] : absoluteTags(head, publicUrl + path, publicUrl)),
  ];
  return html
    .replace(TITLE, () => `<title>${escapeHtml(documentTitleOf(title, school))}</title>`)
    .replace(DESCRIPTION, () => tags.join('\n    '))
    .replace(APP_NAME, () => meta('name', 'apple-mobile-web-app-title', name));
}

function absoluteTags({ image }: PageHead, address: string, publicUrl: string): string[] {
  return [
    meta('property', 'og:url', address),
    meta('property', 'og:image', publicUrl + image.path),
    meta('property', 'og:image:width', String(image.width)),
    meta('property', 'og:image:height', String(image.height)),
    `<link rel="canonical" href="${escapeHtml(address)}">`,
  ];
}

const meta = (attribute: 'name' | 'property', key: string, content: string): string =>
  `<meta ${attribute}="${key}" content="${escapeHtml(content)}">`;

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => escapes[character] ?? character);

/** Adds the settings of the site, which the page's first script reads (pwa/build/first-html.ts). */
export const addSite = (html: string, school: Site): string =>
  html.replace(/<\/title>|(?=<\/head>)/, (end) => end + jsonElement('site', school));

/** JSON within a page, which cannot end its element. */
export const jsonElement = (id: string, value: unknown): string =>
  `<script type="application/json" id="${id}">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`;
