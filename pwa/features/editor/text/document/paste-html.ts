import { cleanHtml, type HtmlVisitor } from '#interchange/import/finish/clean-html.ts';
import { readVideoAddress } from '#pwa/features/editor/model/video-address.ts';

/** The sanitiser and the editor decide on addresses. */
const visitor: HtmlVisitor = {
  link: (address) => address,
  picture: (address) => address,
  media: () => undefined,
  simplified: () => undefined,
  leavesOutHidden: true,
};

/** Pasted HTML of any program with the tags of lessons. It is not sanitised. */
export const cleanPasted = (html: string): string => cleanHtml(html.replace(FRAME, linkOfFrame), visitor);

const FRAME = /<iframe\b[^>]*>(?:\s*<\/iframe>)?/gi;

/** Whether a pasted plain text is the code by which a page embeds a video. */
export const isEmbedCode = (text: string): boolean => /^\s*<iframe\b[^>]*>\s*<\/iframe>\s*$/i.test(text);

/** A text has no frames, which would be empty offline: a link leads to the video. */
function linkOfFrame(frame: string): string {
  const address = readVideoAddress(frame);
  if (!/^https:\/\/[^\s"<>]+$/.test(address)) return '';
  const title = /\stitle\s*=\s*"([^"<>]+)"/i.exec(frame)?.[1] ?? address.replace(/^https:\/\//, '');
  return `<p><a href="${address.replaceAll('&', '&amp;')}">${title}</a></p>`;
}

const MARKDOWN_LINE = /^(?:#{1,6} +\S|```|~~~|\|?[ :-]*-{3,}[ :-]*\|[ |:-]*$|\[[^\]]+\]:\s*\S)/m;
const MARKDOWN_TEXT = /\*\*[^\s*][^*\n]*\*\*|__[^\s_][^_\n]*__|\[[^\]\n]+\]\([^)\s]+\)/;
const LIST_ITEM = /^ {0,6}(?:[-*+]|\d{1,3}[.)]) +\S/gm;

/** Whether a plain text has notations of Markdown. One item alone may be a sentence that begins with a dash. */
export const seemsMarkdown = (text: string): boolean =>
  MARKDOWN_LINE.test(text) || MARKDOWN_TEXT.test(text) || (text.match(LIST_ITEM)?.length ?? 0) > 1;
