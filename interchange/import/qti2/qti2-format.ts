import { readText, XML_MAX_BYTES } from '#interchange/archive/read-text.ts';
import { type ImportFormat, lazyReader } from '../import-format.ts';
import { findManifest } from '../manifest/read-manifest.ts';
import { onlyFile } from '../moodle-xml/moodle-xml-format.ts';

const RESOURCE = /type\s*=\s*["']imsqti_(?:item|test|section)_xmlv2/i;
const ROOT = /<(?:[\w-]+:)?assessmentItem[\s>]/;

/** Packages of QTI 2.1 and 2.2, and single items. */
export const qti2Format: ImportFormat = {
  title: 'QTI 2',
  recognises: async (tree) => {
    const item = onlyFile(tree, /\.xml$/i);
    const file = item ?? findManifest(tree);
    return file !== undefined && (item === null ? RESOURCE : ROOT).test(await readText(file, XML_MAX_BYTES));
  },
  ...lazyReader(async () => (await import('./read-qti2.ts')).readQti2),
};
