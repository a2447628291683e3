import sanitizeHtml from 'sanitize-html';
import { directions, lessonAttributes, lessonTags } from '#schema/courses/lesson-html.ts';

/** Embedded images, so a lesson needs no other file. In <img> even SVG runs no script. */
const DATA_IMAGE = /^data:image\/(?:png|jpeg|webp|gif|svg\+xml)[;,]/i;

const options: sanitizeHtml.IOptions = {
  allowedTags: [...lessonTags],
  allowedAttributes: Object.fromEntries(
    Object.entries(lessonAttributes).map(([tag, names]) => [tag, [...names]]),
  ),
  allowedSchemes: ['https', 'mailto'],
  allowedSchemesByTag: { img: ['https', 'data'] },
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  transformTags: {
    // The only first-level heading is the lesson's own title.
    h1: 'h2',
    '*': withKnownDirection,
    a: (tagName, attributes) => ({ tagName, attribs: { ...attributes, rel: 'noopener' } }),
  },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !isAllowedImage(attribs.src),
};

/** A `dir` of another value says nothing. */
function withKnownDirection(tagName: string, attribs: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  const { dir, ...others } = attribs;
  if (dir === undefined || directions.includes(dir)) return { tagName, attribs };
  const known = dir.trim().toLowerCase();
  return { tagName, attribs: directions.includes(known) ? { ...others, dir: known } : others };
}

function isAllowedImage(source: string | undefined): boolean {
  if (source === undefined) return false;
  return !/^\s*data:/i.test(source) || DATA_IMAGE.test(source);
}

/** The maximum nesting depth of tags; real texts have a few dozen levels. */
const NESTING_MAX = 500;

/** Thrown for HTML that is nested too deeply. */
export class NestedTooDeepError extends Error {}

/**
 * Returns lesson HTML as it may be stored: text, tables and images; no scripts, handlers, styles, classes or
 * ids (which could clobber the page's own); links have rel=noopener. Sanitising twice changes nothing. The
 * parser walks all open tags at each new one, so a megabyte of unclosed tags would block the server for half
 * a minute: it stops at the 501st. Throws NestedTooDeepError.
 */
export function sanitizeLessonHtml(html: string): string {
  let depth = 0;
  return sanitizeHtml(html, {
    ...options,
    onOpenTag: () => {
      depth += 1;
      if (depth > NESTING_MAX) throw new NestedTooDeepError('Too many tags are open inside each other');
    },
    onCloseTag: () => {
      depth -= 1;
    },
  });
}
