import type { FileTree } from '#interchange/archive/file-tree.ts';
import { type ImportFormat, lazyReader } from '../import-format.ts';

/** Books in EPUB 2 and 3. */
export const epubFormat: ImportFormat = {
  title: 'EPUB',
  recognises: (tree) => tree.find('META-INF/container.xml') !== undefined || isEpubByType(tree),
  ...lazyReader(async () => (await import('./read-epub.ts')).readEpub),
};

/** A book without a container, which reading systems open too. */
const isEpubByType = (tree: FileTree): boolean =>
  tree.find('mimetype') !== undefined && tree.files.some(({ path }) => /\.opf$/i.test(path));
