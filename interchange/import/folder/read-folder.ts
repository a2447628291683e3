import type { TreeFile } from '#interchange/archive/file-tree.ts';
import { ImportError } from '../import-error.ts';
import type { ImportSource } from '../import-format.ts';
import type { ImportedCourse } from '../imported-course.ts';
import { folderOf, nameOf } from '../paths.ts';
import { findContentRoot, isAboutRepository } from './content-root.ts';
import { addressesIn, listContents, readContents } from './contents.ts';
import { type FolderContents, FolderCourse } from './folder-course.ts';
import { isMedia, isPage, listFiles } from './folder-files.ts';
import { type FolderPage, readPage } from './folder-page.ts';
import { commonFolder } from './names.ts';
import { PageLinks } from './page-links.ts';
import { courseOfPage } from './single-page.ts';

const sentences = {
  aboutRepository: 'This page is about the folder, not about its subject.',
  notInContents: 'This page is not in the table of contents of the folder.',
  tooDeep: 'This file is inside of more than 50 folders.',
};

const FOLDERS_MAX = 50;

/** Pages that programs read, not people. */
const NO_PAGE =
  /^(?:summary|_sidebar|_navbar|_coverpage|_footer|404|robots|humans|llms|requirements|cmakelists)\./i;

/** Reads a folder, or a single page; videos and PDFs that no page names become lessons. */
export async function readFolder(source: ImportSource): Promise<ImportedCourse> {
  const files = listShallow(source);
  const all = files.filter(({ path }) => isPage(path) && !NO_PAGE.test(nameOf(path)));
  const media = files.filter(({ path }) => isMedia(path));
  const found = await findUsableContents(source, files, all);
  const root = found?.root ?? findContentRoot([...all, ...media].map(({ path }) => path));
  const links = new PageLinks(
    source.tree,
    all.map(({ path }) => path),
    [root, commonFolder(files)],
  );
  const pages: FolderPage[] = [];
  for (const file of found === null ? subjectPages(all, root, source) : contentsPages(all, found, source)) {
    const page = await readPage(file, source.report);
    if (page !== null) pages.push(page);
  }
  if (pages.length + media.length === 0) throw new ImportError('nothing');
  const [only] = pages;
  if (only !== undefined && pages.length === 1 && media.length === 0) return courseOfPage(source, only);
  return new FolderCourse(source, { files, pages, media, contents: found, root, links }).build();
}

function listShallow({ tree, report }: ImportSource): TreeFile[] {
  return listFiles(tree).filter(({ path }) => {
    const isShallow = path.split('/').length <= FOLDERS_MAX;
    if (!isShallow) report.add('leftOut', nameOf(path), sentences.tooDeep);
    return isShallow;
  });
}

/** The first table of contents that names a page of the folder; null without one. */
async function findUsableContents(
  { tree }: ImportSource,
  files: readonly TreeFile[],
  pages: readonly TreeFile[],
): Promise<FolderContents | null> {
  const paths = pages.map(({ path }) => path);
  for (const file of listContents(files).slice(0, CONTENTS_MAX)) {
    const { items, root } = await readContents(file);
    const [links, path] = [new PageLinks(tree, paths, [root]), root + nameOf(file.path)];
    const named = addressesIn(items).flatMap((address) => links.findPage(address, path) ?? []);
    if (named.length > 0) return { items, path, root, named: new Set(named) };
  }
  return null;
}

const CONTENTS_MAX = 5;

/** The pages of a table of contents, and the page of the whole. Others below its folder are reported. */
function contentsPages(
  pages: readonly TreeFile[],
  { named, root }: FolderContents,
  { report }: ImportSource,
): TreeFile[] {
  return pages.filter(({ path }) => {
    const isTaken = named.has(path) || /^(?:readme|index)\.[a-z]+$/i.test(path.slice(root.length));
    if (!isTaken && path.startsWith(root)) report.add('leftOut', path, sentences.notInContents);
    return isTaken;
  });
}

/** The pages without those about the repository, if others are left. */
function subjectPages(
  pages: readonly TreeFile[],
  root: string,
  { report }: ImportSource,
): readonly TreeFile[] {
  const isAbout = ({ path }: TreeFile) => isAboutRepository(path) && root.startsWith(folderOf(path));
  const others = pages.filter((file) => !isAbout(file));
  if (others.length === 0) return pages;
  for (const { path } of pages.filter(isAbout)) report.add('leftOut', path, sentences.aboutRepository);
  return others;
}
