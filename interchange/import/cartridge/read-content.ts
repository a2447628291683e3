import type { TreeFile } from '#interchange/archive/file-tree.ts';
import { reasons } from '../import-report.ts';
import { type ImportedLesson, lessonOf } from '../imported-course.ts';
import { isAttached, isPage } from '../manifest/manifest-paths.ts';
import { packageReasons } from '../manifest/package-reasons.ts';
import type { ManifestResource } from '../manifest/read-manifest.ts';
import { readPart } from '../manifest/read-part.ts';
import type { ScannedPage } from '../manifest/scan-page.ts';
import { nameOf, stemOf } from '../paths.ts';
import { titleOfHtml, titleOfName } from '../text/titles.ts';
import { textAt } from '../xml.ts';
import { readCarrelPage } from './carrel-page.ts';
import { type Cartridge, filesOf, readPage } from './cartridge-parts.ts';
import { cartridgeReasons } from './cartridge-reasons.ts';

const SETTINGS = 'assignment_settings.xml';

/** A lesson, and whether learners saw it. */
export interface ReadLesson {
  readonly lesson: ImportedLesson;
  readonly isHidden: boolean;
  /** A further identifier by which links name it. */
  readonly otherIdentifier?: string;
}

/** Whether a resource is an assignment of Canvas: a page and its settings. */
export const isCanvasAssignment = ({ files }: ManifestResource): boolean =>
  files.some((href) => nameOf(href) === SETTINGS);

/** Reads a page or a file; null, with a report, where it cannot be a lesson. */
export async function readContent(
  resource: ManifestResource,
  title: string,
  cartridge: Cartridge,
): Promise<ReadLesson | null> {
  const { report } = cartridge;
  const files = filesOf(resource, cartridge);
  const assignment = isCanvasAssignment(resource) ? await readSettings(files) : null;
  const file = assignment === null ? files[0] : files.find(({ path }) => isPage(path));
  const named =
    title || assignment?.title || nameOf(resource.href || (resource.files[0] ?? resource.identifier));
  if (file === undefined) report.add('missing', named, packageReasons.notThere);
  else if (isPage(file.path)) {
    const { description } = resource;
    const read = await pageLesson(file, {
      title: title || (assignment?.title ?? ''),
      description,
      cartridge,
    });
    if (read === null || assignment === null) return read;
    report.add('simplified', named, cartridgeReasons.assignment);
    return { ...read, isHidden: read.isHidden || assignment.isHidden };
  } else if (isAttached(file.path)) return fileLesson(file, resource, title);
  else report.add('leftOut', `${named}: ${nameOf(file.path)}`, reasons.otherFile);
  return null;
}

function fileLesson({ path }: TreeFile, { identifier }: ManifestResource, title: string): ReadLesson {
  const shown = title || titleOfName(stemOf(path));
  const lesson = lessonOf({
    key: `file:${identifier}`,
    title: shown,
    attachments: [{ title: shown, file: path }],
  });
  return { lesson, isHidden: false };
}

async function readSettings(files: readonly TreeFile[]) {
  const file = files.find(({ path }) => nameOf(path) === SETTINGS);
  const settings = file === undefined ? null : await readPart(file);
  if (settings === null) return { title: '', isHidden: false };
  const isHidden = textAt(settings, 'workflow_state') === 'unpublished';
  return { title: titleOfHtml(textAt(settings, 'title')), isHidden };
}

interface PagePlace {
  /** May be empty. */
  readonly title: string;
  readonly description: string;
  readonly cartridge: Cartridge;
}

/** The lesson of a page; null, with a report, for one without anything to see. */
async function pageLesson(
  file: TreeFile,
  { title, description, cartridge }: PagePlace,
): Promise<ReadLesson | null> {
  const { report } = cartridge;
  const page = await readPage(file, cartridge);
  const shown = title || titleOfPage(page?.scanned, file);
  if (page === null) report.add('leftOut', shown, packageReasons.unreadable);
  else if (page.scanned.textLength === 0 && !page.scanned.hasMedia)
    report.add('leftOut', shown, reasons.empty);
  else {
    const own = readCarrelPage(page.html, title, { file, tree: cartridge.tree });
    const source = own ?? { title: shown, html: page.html, attachments: [] };
    const lesson = lessonOf({ key: file.path, path: file.path, description, ...source });
    return { lesson, isHidden: page.scanned.meta.get('workflow_state') === 'unpublished' };
  }
  return null;
}

const titleOfPage = (page: ScannedPage | undefined, { path }: TreeFile): string =>
  titleOfHtml(page?.title ?? '') || titleOfHtml(page?.heading ?? '') || titleOfName(stemOf(path));
