import { FileTree } from '../archive/file-tree.ts';
import { CourseFileError } from '../course-file/course-file-error.ts';
import { INDEX_ENTRY } from '../course-file/entry-names.ts';
import { type FinishedCourse, finishCourse } from './finish/finish-course.ts';
import type { ImportTools } from './finish/import-tools.ts';
import { folderFormat } from './folder/folder-format.ts';
import { formats } from './formats.ts';
import { ImportError, PLACE_MAX_CHARACTERS } from './import-error.ts';
import type { ImportFormat } from './import-format.ts';
import { ImportReport, reasons } from './import-report.ts';
import { refuseOtherSystem } from './other-systems.ts';
import { readPasted } from './pasted/read-pasted.ts';
import { folderOf } from './paths.ts';
import type { ReportLine } from './report-line.ts';

/** A course of another program, ready to be imported. */
export interface ForeignCourse extends FinishedCourse {
  /** The format as users call it. */
  readonly format: string;
  readonly report: readonly ReportLine[];
}

/**
 * Reads a course of another program. `name` is that of the chosen file without its extension. Throws ImportError, whose
 * message is user-facing.
 */
export async function readForeign(tree: FileTree, name: string, tools: ImportTools): Promise<ForeignCourse> {
  const report = new ImportReport();
  // Readers take long before there is a lesson: without any progress, the worker would be ended.
  const root = withoutCommonFolder(tree).watched(() => tools.onProgress(0, 1));
  const format = await recognise(root);
  const finished = await withReason(report, async () => {
    const course = await withinStack(format.read({ tree: root, name, report }));
    return finishCourse({ course, tree: root, name, report }, tools);
  });
  return { ...finished, format: format.title, report: report.lines };
}

/** Outcomes of parts that became nothing. */
const LACKING: ReadonlySet<ReportLine['outcome']> = new Set(['leftOut', 'missing']);

/** Without any lesson there is no report to be shown: the error has the most frequent reason. */
async function withReason<T>(report: ImportReport, reading: () => Promise<T>): Promise<T> {
  try {
    return await reading();
  } catch (error) {
    if (!(error instanceof ImportError && error.problem === 'nothing')) throw error;
    const [most] = report.lines
      .filter(({ outcome, reason }) => LACKING.has(outcome) && reason !== reasons.noLessons)
      .sort((one, other) => other.count - one.count);
    throw most === undefined ? error : new ImportError('nothing', '', sentenceOf(most));
  }
}

/** Readers call themselves for each level of a file. Authors nest a few levels; a hostile file may have thousands. */
async function withinStack<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    throw error instanceof RangeError ? new ImportError('tooDeep') : error;
  }
}

/** A part that is missing has a name, and its reason does not repeat it. */
const sentenceOf = ({ outcome, place, reason }: ReportLine): string =>
  outcome === 'missing' ? `“${place.slice(0, PLACE_MAX_CHARACTERS)}”: ${reason}` : reason;

/** Reads a pasted list of links as a course. Throws ImportError, whose message is user-facing. */
export async function readLinks(text: string, name: string, tools: ImportTools): Promise<ForeignCourse> {
  const report = new ImportReport();
  const course = readPasted(text, { name, report });
  const finished = await finishCourse({ course, tree: new FileTree([]), name, report }, tools);
  return { ...finished, format: 'List of links', report: report.lines };
}

async function recognise(tree: FileTree): Promise<ImportFormat> {
  if (tree.find(INDEX_ENTRY) !== undefined) throw new CourseFileError('repacked');
  for (const format of formats) {
    // Files of every other system have pages that look like those of a folder.
    if (format === folderFormat) refuseOtherSystem(tree);
    if (await format.recognises(tree)) return format;
  }
  const isNested =
    tree.files.length > 0 && tree.files.every(({ path }) => /\.(zip|tar|gz|mbz|imscc)$/i.test(path));
  throw new ImportError(isNested ? 'archiveInside' : 'unknown');
}

/** What programs add to archives beside their content. */
const SIDE_FILES = /(^|\/)(__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/;

/** The files that a person put there. An archive of one folder is read as the folder. */
function withoutCommonFolder(tree: FileTree): FileTree {
  const content = new FileTree(tree.files.filter(({ path }) => !SIDE_FILES.test(path)));
  let common = folderOf(content.files[0]?.path ?? '');
  for (const { path } of content.files) {
    while (!path.startsWith(common)) common = folderOf(common.slice(0, -1));
  }
  return common === '' ? content : content.below(common);
}
