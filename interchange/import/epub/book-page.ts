import type { FileTree, TreeFile } from '#interchange/archive/file-tree.ts';
import { readText } from '#interchange/archive/read-text.ts';
import { isOfOnePart } from '../import-error.ts';
import { type ImportReport, reasons } from '../import-report.ts';
import { readLocalAddress } from '../pages/addresses.ts';
import { closeEmptyTags } from '../pages/close-empty-tags.ts';
import { outlineOf, type PageOutline } from '../pages/page-outline.ts';
import { nameOf } from '../paths.ts';
import { textOfHtml } from '../text/plain-text.ts';
import type { BookPackage, SpineItem } from './package.ts';

/** A page of a book as HTML. */
export interface BookPage {
  readonly path: string;
  readonly html: string;
  readonly outline: PageOutline;
  readonly isLinear: boolean;
}

const sentences = {
  tooDeep: 'Its text is nested too deeply to be read.',
  otherType: 'Carrel reads pages of XHTML and pictures, not of this type.',
  script: 'Scripts of the page are left out: Carrel does not run programs from files.',
};

/** Reads the pages of a book in the order of reading, without its table of contents and a page with only the cover. */
export async function readPages(
  tree: FileTree,
  { spine, nav, cover }: BookPackage,
  report: ImportReport,
): Promise<BookPage[]> {
  const pages: BookPage[] = [];
  for (const item of spine) {
    if (item.path === nav?.path) continue;
    const page = await readPage(tree, item, report);
    if (page !== null && !isCover(page, cover)) pages.push(page);
  }
  return pages;
}

async function readPage(tree: FileTree, item: SpineItem, report: ImportReport): Promise<BookPage | null> {
  const file = tree.find(item.path);
  if (file === undefined) {
    report.add('missing', item.path, reasons.notInFile(nameOf(item.path)));
    return null;
  }
  if (!/html|text\/x-oeb1-document|^image\//i.test(item.type)) {
    report.add('leftOut', item.path, sentences.otherType);
    return null;
  }
  const html = item.type.startsWith('image/') ? pictureOf(file.path) : await readHtml(file, report);
  const outline = html === null ? null : outlineOf(html);
  if (html === null) return null;
  if (outline === null) {
    report.add('leftOut', item.path, sentences.tooDeep);
    return null;
  }
  if (outline.tags.has('script')) report.add('simplified', item.path, sentences.script);
  return { path: file.path, html, outline, isLinear: item.isLinear };
}

const pictureOf = (path: string): string =>
  `<img src="${encodeURIComponent(nameOf(path)).replaceAll("'", '%27')}" alt="">`;

async function readHtml(file: TreeFile, report: ImportReport): Promise<string | null> {
  try {
    return withoutPictureFrames(closeEmptyTags(await readText(file)));
  } catch (error) {
    if (!isOfOnePart(error)) throw error;
    report.add('leftOut', file.path, error.message);
    return null;
  }
}

/** An `<svg>` around nothing but a picture, as on covers. */
const FRAME =
  /<svg\b[^<>]{0,500}>\s{0,200}<image\b[^<>]{0,500}?\shref="([^"<>]{1,500})"[^<>]{0,500}>(?:\s{0,200}<\/image>)?\s{0,200}<\/svg>/gi;

const withoutPictureFrames = (html: string): string =>
  html.replace(/\bxlink:href=/g, ' href=').replace(FRAME, '<img src="$1" alt="">');

/** Whether a page has nothing but the picture that becomes the picture of the course. */
function isCover({ html, path, outline }: BookPage, cover: string | null): boolean {
  const pictures = outline.addresses.map((address) => readLocalAddress(address, path)?.path);
  if (cover === null || !pictures.includes(cover)) return false;
  return !/<img\b/i.test(html) || textOfHtml(html.slice(outline.start, outline.end)) === '';
}
