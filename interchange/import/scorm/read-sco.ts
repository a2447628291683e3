import type { FileTree, TreeFile } from '#interchange/archive/file-tree.ts';
import { type ImportReport, reasons } from '../import-report.ts';
import { type ImportedLesson, lessonOf } from '../imported-course.ts';
import { findAddressed, isAttached, isPage } from '../manifest/manifest-paths.ts';
import { packageReasons } from '../manifest/package-reasons.ts';
import type { ManifestResource } from '../manifest/read-manifest.ts';
import { readPartText } from '../manifest/read-part.ts';
import { type ScannedPage, scanPage } from '../manifest/scan-page.ts';
import { extensionOf, folderOf, isAbsolute, stemOf } from '../paths.ts';
import { joinTitles, titleOfHtml, titleOfName } from '../text/titles.ts';

/** A page of a program with less visible text shows something that its scripts make. */
const TEXT_MIN_CHARACTERS = 300;
const NO_TEXT =
  'This part is a program (SCORM). Carrel does not run programs from files, and this one has no text to take.';
const VIDEOS: readonly string[] = ['mp4', 'webm'];

/** A part of a package: a program (SCO) or a simple page or file (asset). */
export interface Sco {
  readonly resource: ManifestResource;
  /** The address that opens it; empty without one. */
  readonly launch: string;
  /** The launched file first. */
  readonly files: readonly TreeFile[];
}

export interface ScoPlace {
  /** In the table of contents. May be empty. */
  readonly title: string;
  readonly isOnly: boolean;
  readonly courseTitle: string;
  readonly report: ImportReport;
  readonly tree: FileTree;
  /** By path of the pages that were read: whether they are lessons. Those of this part are added. */
  readonly pages: Map<string, boolean>;
}

interface Page {
  readonly file: TreeFile;
  readonly html: string;
  readonly scanned: ScannedPage;
}

/** Reads the pages of a part that carry text, and its videos. What is left out is reported. */
export async function readSco(sco: Sco, place: ScoPlace): Promise<ImportedLesson[]> {
  const launched = findAddressed(place.tree, sco.resource.folder, sco.launch);
  if (!isProgram(sco) && isAbsolute(sco.launch)) return [linkLesson(sco, place)];
  if (launched !== undefined && isAttached(launched.path)) return [fileLesson(launched, place)];
  const isRepeated = launched !== undefined && place.pages.get(launched.path) === true;
  const { opening, others } = await readPages(sco, launched, place);
  const pages = [...opening, ...others];
  for (const { file } of pages) place.pages.set(file.path, true);
  const lessons = attachVideos(
    lessonsOf(pages, opening.length > 0, place),
    unnamedVideos(sco, pages, place.tree),
    place,
  );
  const report = (outcome: 'missing' | 'simplified' | 'leftOut', reason: string) =>
    place.report.add(outcome, place.title || sco.resource.identifier, reason);
  if (isRepeated) report('simplified', packageReasons.repeated);
  else if (launched === undefined && !isAbsolute(sco.launch)) report('missing', packageReasons.notThere);
  else if (lessons.length === 0) report('leftOut', NO_TEXT);
  else if (opening.length === 0) report('simplified', reasons.program('SCORM'));
  return lessons;
}

/** Anything but an asset. */
const isProgram = ({ resource }: Sco): boolean => resource.scormType !== 'asset';

/** The pages with text: those that open the part, and the others in the order of its list. */
async function readPages(sco: Sco, launched: TreeFile | undefined, place: ScoPlace) {
  const opened = await launchPagesOf(launched, place);
  const others: Page[] = [];
  for (const file of sco.files) {
    if (!isPage(file.path) || place.pages.has(file.path)) continue;
    const page = await readPage(file, place);
    if (page !== null && isTaken(page.scanned, true)) others.push(page);
  }
  return { opening: opened.filter(({ scanned }) => isTaken(scanned, isProgram(sco))), others };
}

/** A file that pages can be without: its lesson shows nothing else. */
const fileLesson = ({ path }: TreeFile, { title }: ScoPlace): ImportedLesson =>
  lessonOf({
    key: `file:${path}`,
    title: title || titleOfName(stemOf(path)),
    attachments: [{ title, file: path }],
  });

const linkLesson = ({ launch }: Sco, { title }: ScoPlace): ImportedLesson =>
  lessonOf({ key: launch, title, attachments: [{ title, url: launch }] });

const isTaken = ({ textLength, hasMedia }: ScannedPage, isOfProgram: boolean): boolean =>
  isOfProgram ? textLength >= TEXT_MIN_CHARACTERS : textLength > 0 || hasMedia;

/** The launched page and the pages in its frames; none that is a lesson already. */
async function launchPagesOf(launched: TreeFile | undefined, place: ScoPlace): Promise<Page[]> {
  const { tree, pages } = place;
  if (launched === undefined || !isPage(launched.path) || pages.has(launched.path)) return [];
  const page = await readPage(launched, place);
  const found = page === null ? [] : [page];
  for (const address of page?.scanned.frames ?? []) {
    const file = findAddressed(tree, folderOf(launched.path), address);
    if (file === undefined || !isPage(file.path) || pages.has(file.path)) continue;
    const framed = await readPage(file, place);
    if (framed !== null) found.push(framed);
  }
  return found;
}

/** Reads a page that was not read before. */
async function readPage(file: TreeFile, { report, pages }: ScoPlace): Promise<Page | null> {
  pages.set(file.path, false);
  const html = await readPartText(file);
  const scanned = scanPage(html ?? '');
  if (html !== null && !scanned.isTooDeep) return { file, html, scanned };
  report.add('leftOut', file.path, packageReasons.unreadable);
  return null;
}

function lessonsOf(pages: readonly Page[], isOpened: boolean, place: ScoPlace): ImportedLesson[] {
  const titles = new Set([place.courseTitle, place.title]);
  return pages.map((page, at) => {
    const own = ownTitle(page, titles);
    titles.add(own);
    const isMain = at === 0 && (isOpened || pages.length === 1) && place.title !== '';
    const others = place.isOnly ? own : joinTitles(place.title, own);
    const { path } = page.file;
    return lessonOf({ key: path, path, html: page.html, title: isMain ? place.title : others });
  });
}

/** Pages often carry the title of the whole course in their heads, and their own in a heading. */
function ownTitle({ scanned, file }: Page, known: ReadonlySet<string>): string {
  const candidates = [scanned.title, scanned.heading]
    .map((title) => titleOfHtml(title))
    .filter((title) => title !== '');
  return candidates.find((title) => !known.has(title)) ?? titleOfName(stemOf(file.path));
}

/** The videos of a part that none of its pages names. */
function unnamedVideos(sco: Sco, pages: readonly Page[], tree: FileTree): TreeFile[] {
  const named = new Set(
    pages.flatMap(({ file, scanned }) =>
      scanned.addresses.map((address) => findAddressed(tree, folderOf(file.path), address)),
    ),
  );
  return sco.files.filter((file) => VIDEOS.includes(extensionOf(file.path)) && !named.has(file));
}

function attachVideos(
  lessons: ImportedLesson[],
  videos: readonly TreeFile[],
  { title }: ScoPlace,
): ImportedLesson[] {
  const [video] = videos;
  if (video === undefined) return lessons;
  const attachments = videos.map(({ path }) => ({
    title: titleOfName(stemOf(path)),
    file: path,
  }));
  const [first, ...others] = lessons;
  const carrier = first ?? lessonOf({ key: `file:${video.path}`, title });
  return [{ ...carrier, attachments }, ...others];
}
