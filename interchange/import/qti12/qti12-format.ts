import { readText, XML_MAX_BYTES } from '#interchange/archive/read-text.ts';
import { type ImportFormat, lazyReader } from '../import-format.ts';
import { onlyFile } from '../moodle-xml/moodle-xml-format.ts';

const ROOT = /<(?:[\w-]+:)?questestinterop[\s>]/;

/** Single files of QTI 1.2. In a package they are parts of a cartridge. */
export const qti12Format: ImportFormat = {
  title: 'QTI 1.2',
  recognises: async (tree) => {
    const file = onlyFile(tree, /\.xml$/i);
    return file !== null && ROOT.test(await readText(file, XML_MAX_BYTES));
  },
  ...lazyReader(async () => (await import('./read-qti12.ts')).readQti12),
};
