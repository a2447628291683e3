import DOMPurify, { type Config } from 'dompurify';
import { parseVideoUrl } from '#schema/video.ts';

/**
 * Lesson HTML was sanitised when it was written; here it is once more, because what lies on the device
 * may be older than the server's rules. Ids get a prefix so that they cannot stand in for the page's own.
 */
const config: Config & { RETURN_DOM_FRAGMENT: true } = {
  USE_PROFILES: { html: true },
  // Frames are let through only to be turned into links below; none reaches the page.
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

/** What DOMPurify puts before ids and names. */
const ID_PREFIX = 'user-content-';

/** Turns lesson HTML, from wherever it came, into nodes that are safe to insert into the page. */
export function sanitizeLesson(html: string): DocumentFragment {
  const fragment = DOMPurify.sanitize(html, config);
  for (const frame of fragment.querySelectorAll('iframe')) replaceFrame(frame);
  for (const heading of fragment.querySelectorAll('h1')) lowerHeading(heading);
  for (const link of fragment.querySelectorAll('a[href]')) completeLink(link);
  for (const image of fragment.querySelectorAll('img')) image.decoding = 'async';
  for (const table of fragment.querySelectorAll('table')) wrapTable(table);
  // What scrolls sideways must be reachable without a mouse.
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

/** A frame in the text would be a hole without a network; a link says where it leads. */
function replaceFrame(frame: HTMLIFrameElement): void {
  const video = parseVideoUrl(frame.getAttribute('src'));
  if (video.kind !== 'embed' && video.kind !== 'link') {
    frame.remove();
    return;
  }
  const link = document.createElement('a');
  link.href = video.url;
  link.textContent = `${frame.title || 'Open'} on ${link.hostname} (needs a connection)`;
  frame.replaceWith(link);
}

/** The lesson's title is the page's only heading of the first level. */
function lowerHeading(heading: HTMLElement): void {
  const lower = document.createElement('h2');
  if (heading.id !== '') lower.id = heading.id;
  lower.append(...heading.childNodes);
  heading.replaceWith(lower);
}

/** A wide table scrolls within itself. */
function wrapTable(table: HTMLTableElement): void {
  const frame = document.createElement('div');
  frame.dataset.scrolls = '';
  frame.tabIndex = 0;
  frame.setAttribute('role', 'group');
  frame.setAttribute('aria-label', table.caption?.textContent?.trim() || 'Table');
  table.replaceWith(frame);
  frame.append(table);
}
