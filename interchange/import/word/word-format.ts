import { type ImportFormat, lazyReader } from '../import-format.ts';
import { findDocument } from './find-document.ts';
import { loadMammoth } from './load-mammoth.ts';

/** Documents of Word, and of programs that write its format. */
export const wordFormat: ImportFormat = {
  title: 'Word',
  recognises: (tree) => tree.find('[Content_Types].xml') !== undefined && findDocument(tree) !== undefined,
  ...lazyReader(async () => (await import('./read-word.ts')).readWord, loadMammoth),
};
