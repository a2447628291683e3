import type { TreeFile } from '#interchange/archive/file-tree.ts';
import type { ImportReport } from '../import-report.ts';
import { nameOf } from '../paths.ts';
import { isHidden, isMedia, isPage, isPartOfWebsite, isPicture } from './folder-files.ts';
import type { FolderPage } from './folder-page.ts';
import { namedFiles } from './named-files.ts';
import type { PageLinks } from './page-links.ts';

const sentences = {
  otherFile: 'Carrel does not import files of this kind.',
  unnamed: 'No page that was taken names this file.',
  program: 'This file belongs to the program that makes a website or a book of the folder.',
  hidden: 'Hidden files, and folders of programs, are left out.',
};

interface Read {
  /** The files that were read as pages, or reported where they were not taken. */
  readonly read: readonly TreeFile[];
  readonly pages: readonly FolderPage[];
  readonly links: PageLinks;
  readonly isOfProgram: (path: string) => boolean;
  /** Videos and PDFs that no page names are lessons only where no table of contents says what is one. */
  readonly hasContents: boolean;
}

/** Reports every file of a folder that did not become a part of the course: nothing is left out in silence. */
export function reportOthers(
  files: readonly TreeFile[],
  { read, pages, links, isOfProgram, hasContents }: Read,
  report: ImportReport,
): void {
  const known = new Set([...read.map(({ path }) => path), ...namedFiles(pages, links)]);
  for (const { path } of files) {
    if (known.has(path) || UNTOLD.test(nameOf(path))) continue;
    if (isHidden(path)) report.add('leftOut', path, sentences.hidden);
    else if (isOfProgram(path) || isPage(path) || isPartOfWebsite(path))
      report.add('leftOut', path, sentences.program);
    else if (isPicture(path) || (isMedia(path) && hasContents))
      report.add('leftOut', path, sentences.unnamed);
    else if (!isMedia(path)) report.add('leftOut', path, sentences.otherFile);
  }
}

/** What operating systems and Git write by themselves, and what says the order and the titles of pages. */
const UNTOLD =
  /^(?:\.DS_Store|Thumbs\.db|desktop\.ini|\.git(?:ignore|attributes|keep)|\._.*|~\$.*|_category_\.(?:json|ya?ml)|_toc\.ya?ml|_toctree\.ya?ml|myst\.ya?ml|mkdocs\.ya?ml|_quarto\.ya?ml|_bookdown\.ya?ml|summary\.md|_sidebar\.md|book\.(?:toml|json)|_?config\.ya?ml|config\.toml|hugo\.(?:toml|ya?ml))$/i;
