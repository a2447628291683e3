import sanitizeHtml from 'sanitize-html';

/** Pictures inside the text, so that a lesson needs no other file. In <img> even SVG runs no script. */
const DATA_IMAGE = /^data:image\/(?:png|jpeg|webp|gif|svg\+xml)[;,]/i;

const BLOCKS = 'h2 h3 h4 h5 h6 p div blockquote pre hr ul ol li dl dt dd figure figcaption details summary';
const TABLES = 'table caption colgroup col thead tbody tfoot tr th td';
const WORDS =
  'a abbr b bdi bdo br cite code del dfn em i img ins kbd mark q s samp small span strong sub sup time u var wbr';

const options: sanitizeHtml.IOptions = {
  allowedTags: `${BLOCKS} ${TABLES} ${WORDS}`.split(' '),
  allowedAttributes: {
    '*': ['lang', 'dir', 'title'],
    a: ['href', 'rel', 'target'],
    img: ['src', 'alt', 'width', 'height', 'loading', 'decoding'],
    ol: ['start', 'type', 'reversed'],
    li: ['value'],
    details: ['open'],
    th: ['scope', 'colspan', 'rowspan'],
    td: ['colspan', 'rowspan'],
    col: ['span'],
    colgroup: ['span'],
    time: ['datetime'],
  },
  allowedSchemes: ['https', 'mailto'],
  allowedSchemesByTag: { img: ['https', 'data'] },
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  transformTags: {
    // One heading of the first rank is the lesson's own title.
    h1: 'h2',
    a: (tagName, attributes) => ({ tagName, attribs: { ...attributes, rel: 'noopener' } }),
  },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !isAllowedImage(attribs.src),
};

function isAllowedImage(source: string | undefined): boolean {
  if (source === undefined) return false;
  return !/^\s*data:/i.test(source) || DATA_IMAGE.test(source);
}

/**
 * Lesson HTML as it may be stored: text, tables and pictures; no scripts, handlers, styles, classes or
 * ids (which could clobber the page's own); links carry rel=noopener. Sanitising twice changes nothing.
 */
export function sanitizeLessonHtml(html: string): string {
  return sanitizeHtml(html, options);
}
