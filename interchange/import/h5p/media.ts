import type { Attachment } from '../imported-course.ts';
import { escapeHtml } from '../text/plain-text.ts';
import { titleOfHtml } from '../text/titles.ts';
import { creditsOf } from './credits.ts';
import { type JsonObject, objectOf, stringOf } from './json.ts';
import { CONTENT_FOLDER } from './package-files.ts';

/** A file of the package, or an address. */
export interface H5pFile {
  readonly path: string;
  readonly kind: 'picture' | 'media';
  readonly credits: readonly string[];
}

const PICTURE = /\.(png|jpe?g|gif|webp|svg|bmp)$/i;
const WEB = /^(https?:)?\/\//i;

/** Null for anything but a file. */
export function fileOf(value: unknown): H5pFile | null {
  const file = objectOf(value);
  const path = stringOf(file.path).replace(/#tmp$/, '');
  const type = stringOf(file.mime);
  if (path === '' || (type === '' && !PICTURE.test(path))) return null;
  const isPicture = type === '' ? PICTURE.test(path) : type.startsWith('image/');
  return { path, kind: isPicture ? 'picture' : 'media', credits: creditsOf(objectOf(file.copyright)) };
}

/** A picture with its caption, and who made it. */
export function pictureHtml(file: H5pFile, alt: string, caption: string, metadata: JsonObject = {}): string {
  const source = WEB.test(file.path)
    ? file.path
    : file.path
        .replace(/\p{Surrogate}/gu, '\uFFFD')
        .split('/')
        .map(encodeURIComponent)
        .join('/');
  const picture = `<img src="${escapeHtml(source)}" alt="${escapeHtml(titleOfHtml(alt, ''))}">`;
  const credits = creditsOf(metadata);
  const lines = [titleOfHtml(caption, ''), ...(credits.length > 0 ? credits : file.credits)];
  const text = lines.filter((line) => line !== '').join(' · ');
  return `<figure>${picture}${text === '' ? '' : `<figcaption>${escapeHtml(text)}</figcaption>`}</figure>`;
}

export function attachmentOf({ path }: H5pFile, title: string): Attachment {
  const name = titleOfHtml(title, path.slice(path.lastIndexOf('/') + 1) || path);
  return WEB.test(path)
    ? { title: name, url: path.replace(/^\/\//, 'https://') }
    : { title: name, file: `${CONTENT_FOLDER}${path}` };
}
