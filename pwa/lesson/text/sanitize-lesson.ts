import DOMPurify, { type Config } from 'dompurify';
import { parseVideoUrl } from '#schema/courses/video.ts';
import { directBlocks } from './text-direction.ts';

/**
 * Lesson HTML was sanitised when it was written, and is sanitised again here, because stored HTML may be
 * older than the server's rules. Ids get a prefix, so that they cannot shadow those of the page.
 */
const config: Config & { RETURN_DOM_FRAGMENT: true } = {
  USE_PROFILES: { html: true },
  // Frames are allowed here and replaced by links below; none reaches the page.
  ADD_TAGS: ['iframe'],
  FORBID_TAGS: [
    'button',
    'datalist',
    'dialog',
    'fieldset',
    'form',
    'input',
    'label',
    'legend',
    'meter',
    'optgroup',
    'option',
    'output',
    'progress',
    'select',
    'style',
    'template',
    'textarea',
  ],
  FORBID_ATTR: ['accesskey', 'autofocus', 'autoplay', 'background', 'class', 'popover', 'style', 'tabindex'],
  ALLOW_DATA_ATTR: false,
  SANITIZE_NAMED_PROPS: true,
  RETURN_DOM_FRAGMENT: true,
};

/** The prefix that DOMPurify adds to ids and names. */
const ID_PREFIX = 'user-content-';

/**
 * Converts lesson HTML from any source to nodes that are safe to insert into the page. They belong to an inert
 * document until then, so their images load only in the page.
 */
export function sanitizeLesson(html: string): DocumentFragment {
  const fragment = DOMPurify.sanitize(html, config);
  for (const frame of fragment.querySelectorAll('iframe')) replaceFrame(frame);
  for (const heading of fragment.querySelectorAll('h1')) lowerHeading(heading);
  directBlocks(fragment);
  for (const link of fragment.querySelectorAll('a[href]')) completeLink(link);
  for (const image of fragment.querySelectorAll('img')) image.decoding = 'async';
  for (const table of fragment.querySelectorAll('table')) wrapTable(table);
  // Horizontally scrolling blocks must be reachable by keyboard.
  for (const block of fragment.querySelectorAll('pre')) block.tabIndex = 0;
  return fragment;
}

function completeLink(link: Element): void {
  const href = link.getAttribute('href') ?? '';
  if (href.startsWith('#')) {
    link.setAttribute('href', `#${ID_PREFIX}${href.slice(1)}`);
    return;
  }
  link.setAttribute('target', '_blank');
  link.setAttribute('rel', 'noopener');
}

/** Replaces a frame, which would be empty when offline, by a link. */
function replaceFrame(frame: HTMLIFrameElement): void {
  const video = parseVideoUrl(frame.getAttribute('src'));
  if (video.kind !== 'embed' && video.kind !== 'link') {
    frame.remove();
    return;
  }
  const link = frame.ownerDocument.createElement('a');
  link.href = video.url;
  link.textContent = `${frame.title || 'Open'} on ${link.hostname} (needs a connection)`;
  frame.replaceWith(link);
}

/** The lesson's title is the only first-level heading of the page. */
function lowerHeading(heading: HTMLElement): void {
  const lower = heading.ownerDocument.createElement('h2');
  if (heading.id !== '') lower.id = heading.id;
  lower.append(...heading.childNodes);
  heading.replaceWith(lower);
}

/** Makes a wide table scroll horizontally. */
function wrapTable(table: HTMLTableElement): void {
  const frame = table.ownerDocument.createElement('div');
  frame.dataset.scrolls = '';
  frame.tabIndex = 0;
  frame.setAttribute('role', 'group');
  frame.setAttribute('aria-label', table.caption?.textContent?.trim() || 'Table');
  if (table.dir !== '') frame.dir = table.dir;
  table.replaceWith(frame);
  frame.append(table);
}
