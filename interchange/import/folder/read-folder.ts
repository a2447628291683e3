import type { FileTree, TreeFile } from '#interchange/archive/file-tree.ts';
import { ImportError } from '../import-error.ts';
import type { ImportSource } from '../import-format.ts';
import { ImportReport } from '../import-report.ts';
import type { ImportedCourse } from '../imported-course.ts';
import { folderOf, nameOf } from '../paths.ts';
import { findContentRoot, isAboutRepository } from './content-root.ts';
import { addressesIn, listContents, readContents } from './contents.ts';
import { openDocuments, readDocument, withDocuments } from './documents.ts';
import { type FolderContents, FolderCourse } from './folder-course.ts';
import { isDocument, isHidden, isMedia, isPage, listFiles } from './folder-files.ts';
import { type FolderPage, readPage } from './folder-page.ts';
import { namedFiles } from './named-files.ts';
import { commonFolder } from './names.ts';
import { PageLinks } from './page-links.ts';
import type { PageSource } from './page-source.ts';
import { programParts } from './program-folders.ts';
import { reportOthers } from './report-others.ts';
import { courseOfPage } from './single-page.ts';
import { readSiteSettings, valuesOf } from './site-settings.ts';

const sentences = {
  aboutRepository: 'This page is about the folder, not about its subject.',
  notInContents: 'This page is not in the table of contents of the folder.',
  outside: 'This page is not in the folder that the table of contents is about.',
  otherContents:
    'This folder has several tables of contents, as translations or versions do. One was taken; to import another, choose its folder.',
  tooDeep: 'This file is inside of more than 50 folders.',
};

const FOLDERS_MAX = 50;

/** Pages that programs read, not people. Other pages may be named `summary.md`, too. */
const NO_PAGE =
  /^(?:SUMMARY\.md|(?:_sidebar|_navbar|_coverpage|_footer|404|robots|humans|llms|requirements|cmakelists)\..*)$/;

/** Reads a folder, or a single page; videos and PDFs that no page names become lessons. */
export async function readFolder(source: ImportSource): Promise<ImportedCourse> {
  const { report } = source;
  const files = listShallow(source);
  const isOfProgram = programParts(source.tree);
  const all = files.filter(({ path }) => isPage(path) && !NO_PAGE.test(nameOf(path)) && !isOfProgram(path));
  const media = files.filter(({ path }) => isMedia(path) && !isOfProgram(path));
  const documents = await openDocuments(all, report);
  const tree = withDocuments(source.tree, documents);
  const found = await findUsableContents(source, files, all);
  const root = found?.root ?? findContentRoot([...all, ...media].map(({ path }) => path));
  const isVault = source.tree.files.some(({ path }) => path.startsWith('.obsidian/'));
  const roots = [...new Set([root, commonFolder(files), ''])];
  const links = new PageLinks(
    tree,
    all.map(({ path }) => path),
    roots,
    isVault,
  );
  const settings = await readSiteSettings(source.tree, roots);
  const reading = { tree, report, settings: valuesOf(settings), isVault };
  const pages: FolderPage[] = [];
  for (const file of found === null ? subjectPages(all, root, source) : contentsPages(all, found, source)) {
    const document = documents.get(file.path);
    if (isDocument(file.path) && document === undefined) continue;
    const page = await (document === undefined
      ? readPage(file, reading)
      : readDocument(file.path, document, report));
    if (page !== null) pages.push(page);
  }
  for (const page of pages) addAddresses(page, links);
  reportOthers(
    [...files, ...source.tree.files.filter(({ path }) => isHidden(path))],
    { read: all, pages, links, isOfProgram, hasContents: found !== null },
    report,
  );
  if (pages.length + media.length === 0) throw new ImportError('nothing');
  const [only] = pages;
  const isAlone =
    only !== undefined && pages.length === 1 && (media.length === 0 || isNamedBy(only, links, media));
  const title = settings.title === '' && found !== null ? await titleOfReadme(source.tree, reading) : '';
  const course = isAlone
    ? courseOfPage(source, only, links)
    : await new FolderCourse(source, {
        files,
        pages,
        media,
        contents: found,
        root,
        links,
        settings,
        title,
      }).build();
  return documents.size === 0 ? course : { ...course, tree };
}

/** Other addresses of a page, and the places in it that links of other pages name. */
function addAddresses({ path, address, outline }: FolderPage, links: PageLinks): void {
  if (address !== null && address !== '') links.addAddress(address, path);
  // Jekyll publishes `_lessons/a.md` as `/lessons/a`.
  if (/(?:^|\/)_/.test(path)) links.addAddress(path.replace(/(^|\/)_/g, '$1'), path);
  for (const id of outline.ids.keys()) links.addAddress(`label:${id}`, path);
}

const isNamedBy = (page: FolderPage, links: PageLinks, media: readonly TreeFile[]): boolean => {
  const named = namedFiles([page], links);
  return media.every(({ path }) => named.has(path));
};

/** The page about the folder may have the only title of the whole. */
async function titleOfReadme(tree: FileTree, reading: PageSource): Promise<string> {
  const file = tree.find('README.md');
  const page = file === undefined ? null : await readPage(file, { ...reading, report: new ImportReport() });
  return page?.title ?? '';
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
  { tree, report }: ImportSource,
  files: readonly TreeFile[],
  pages: readonly TreeFile[],
): Promise<FolderContents | null> {
  const paths = pages.map(({ path }) => path);
  let best: FolderContents | null = null;
  let depth = 0;
  for (const file of listContents(files).slice(0, CONTENTS_MAX)) {
    const levels = file.path.split('/').length;
    // A table inside of the folder of another is a part of it.
    if (best !== null && levels > depth) break;
    const { items, root, whole: address } = await readContents(file);
    const [links, path] = [new PageLinks(tree, paths, [root]), root + nameOf(file.path)];
    const whole = address === null ? null : links.findPage(address, path);
    const named = [...addressesIn(items), ...(address === null ? [] : [address])];
    const found = new Set(named.flatMap((one) => links.findPage(one, path) ?? []));
    if (found.size === 0) continue;
    const usable: FolderContents = { file: file.path, items, path, root, named: found, whole };
    const isBetter =
      best === null || found.size > best.named.size || (found.size === best.named.size && ENGLISH.test(root));
    const other = isBetter ? best : usable;
    if (other !== null) report.add('leftOut', other.file, sentences.otherContents);
    if (isBetter) [best, depth] = [usable, levels];
  }
  return best;
}

const CONTENTS_MAX = 40;
/** Of several translations of the same length, the one that they were probably made from. */
const ENGLISH = /(?:^|\/)en\/$/;

/** The pages of a table of contents, and the page of the whole. Others are reported. */
function contentsPages(
  pages: readonly TreeFile[],
  { file, named, root, whole }: FolderContents,
  { report }: ImportSource,
): TreeFile[] {
  // Where YAML says the order, the README is about the repository.
  const ofWhole = /\.md$/i.test(file) ? /^(?:readme|index)\.[a-z]+$/i : /^index\.[a-z]+$/i;
  return pages.filter(({ path }) => {
    const isInside = path.startsWith(root);
    const isTaken = named.has(path) || (isInside && whole === null && ofWhole.test(path.slice(root.length)));
    if (!isTaken) report.add('leftOut', path, isInside ? sentences.notInContents : sentences.outside);
    return isTaken;
  });
}

/** The pages without those about the repository, if others are left. */
function subjectPages(
  pages: readonly TreeFile[],
  root: string,
  { report }: ImportSource,
): readonly TreeFile[] {
  const hasIndex = pages.some(({ path }) => /^index\.[a-z]+$/i.test(path));
  const isAbout = ({ path }: TreeFile) =>
    (isAboutRepository(path) && root.startsWith(folderOf(path))) ||
    (hasIndex && /^readme\.[a-z]+$/i.test(path));
  const others = pages.filter((file) => !isAbout(file));
  if (others.length === 0) return pages;
  for (const { path } of pages.filter(isAbout)) report.add('leftOut', path, sentences.aboutRepository);
  return others;
}
