import type { FileTree } from '#interchange/archive/file-tree.ts';
import { isOfOnePart } from '../import-error.ts';
import type { ImportReport } from '../import-report.ts';
import { readXml, readXmlBefore, readXmlUntil, textAt, type XmlElement } from '../xml.ts';
import { moodleReasons } from './moodle-reasons.ts';

const NULL = '$@NULL@$';

/** The text at a path of names below an element; empty without it, or where Moodle had no value. */
export function valueAt(element: XmlElement | null | undefined, ...names: readonly string[]): string {
  const text = textAt(element ?? undefined, ...names);
  return text === NULL ? '' : text;
}

/** Reads an XML file of the backup. Null for one that is not there, too large or not well-formed, which is reported. */
export async function readBackupPart(
  tree: FileTree,
  path: string,
  report: ImportReport,
): Promise<XmlElement | null> {
  return readReported({ tree, path, report }, readXml);
}

/** Of `activity`, the activity, its fields, and what is inside of one of them: lists of what people wrote or did. */
const DEPTH_OF_PEOPLE = 4;

/** Reads the fields of an activity, which are before what people wrote. Null as in {@link readBackupPart}. */
export async function readActivityFields(
  tree: FileTree,
  path: string,
  report: ImportReport,
): Promise<XmlElement | null> {
  return readReported({ tree, path, report }, (file) => readXmlBefore(file, DEPTH_OF_PEOPLE));
}

/** The parts of a quiz that are about learners. They come after its questions. */
const OF_LEARNERS: ReadonlySet<string> = new Set(['overrides', 'grades', 'attempts']);
const DEPTH_OF_PARTS = 3;

/** Reads a quiz up to what learners did, which is never read. Null as in {@link readBackupPart}. */
export async function readQuizFields(
  tree: FileTree,
  path: string,
  report: ImportReport,
): Promise<XmlElement | null> {
  const isEnd = (depth: number, name: string) => depth === DEPTH_OF_PARTS && OF_LEARNERS.has(name);
  return readReported({ tree, path, report }, (file) => readXmlUntil(file, isEnd));
}

interface ReportedPart {
  readonly tree: FileTree;
  readonly path: string;
  readonly report: ImportReport;
}

function readReported(
  { tree, path, report }: ReportedPart,
  read: typeof readXml,
): Promise<XmlElement | null> {
  if (tree.find(path) === undefined) report.add('missing', path, moodleReasons.noPart);
  return findPart(tree, path, { read, onProblem: (sentence) => report.add('missing', path, sentence) });
}

interface Finding {
  readonly read?: typeof readXml;
  readonly onProblem?: (sentence: string) => void;
}

/** Reads an XML file without which nothing is missing: a problem with it is not reported. */
export async function findPart(
  tree: FileTree,
  path: string,
  { read = readXml, onProblem = () => undefined }: Finding = {},
): Promise<XmlElement | null> {
  const file = tree.find(path);
  if (file === undefined) return null;
  try {
    return await read(file);
  } catch (error) {
    if (!isOfOnePart(error)) throw error;
    onProblem(error.message);
    return null;
  }
}
