import { escapeHtml } from './plain-text.ts';

/** HTML without blocks as paragraphs: lines that follow an empty one begin one, the others are broken. */
export const paragraphsOf = (html: string): string =>
  html
    .split(/(?:\r?\n[ \t]*){2,}/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => `<p>${paragraph.trim().replace(/\r?\n/g, '<br>')}</p>`)
    .join('');

/** A plain text as HTML. */
export const htmlOfText = (text: string): string => paragraphsOf(escapeHtml(text));
