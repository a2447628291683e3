import type { FileTree } from '#interchange/archive/file-tree.ts';
import { isOfOnePart } from '../import-error.ts';
import type { ImportReport } from '../import-report.ts';
import { readXml, textAt, type XmlElement } from '../xml.ts';
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
  if (tree.find(path) === undefined) report.add('missing', path, moodleReasons.noPart);
  return findPart(tree, path, (sentence) => report.add('missing', path, sentence));
}

/** The same for a file without which nothing is missing. */
export async function findPart(
  tree: FileTree,
  path: string,
  onProblem: (sentence: string) => void = () => undefined,
): Promise<XmlElement | null> {
  const file = tree.find(path);
  if (file === undefined) return null;
  try {
    return await readXml(file);
  } catch (error) {
    if (!isOfOnePart(error)) throw error;
    onProblem(error.message);
    return null;
  }
}
