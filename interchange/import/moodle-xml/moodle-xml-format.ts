import type { FileTree, TreeFile } from '#interchange/archive/file-tree.ts';
import { readText } from '#interchange/archive/read-text.ts';
import { type ImportFormat, lazyReader } from '../import-format.ts';

const BEGIN = /^[\s\uFEFF]*(?:<\?xml[^>]*\?>\s*)?(?:<!--[\s\S]{0,5000}?-->\s*)*<quiz[\s>]/;
const XML_MAX_BYTES = 20 * 1024 * 1024;

/** The only file of a tree, if its name ends so. */
export const onlyFile = ({ files: [first, ...others] }: FileTree, name: RegExp): TreeFile | null =>
  first !== undefined && others.length === 0 && name.test(first.path) ? first : null;

/** A bank of questions in Moodle's XML. */
export const moodleXmlFormat: ImportFormat = {
  title: 'Moodle questions (XML)',
  recognises: async (tree) => {
    const file = onlyFile(tree, /\.xml$/i);
    return file !== null && BEGIN.test(await readText(file, XML_MAX_BYTES));
  },
  ...lazyReader(async () => (await import('./read-moodle-xml.ts')).readMoodleXml),
};
