import type { FileTree, TreeFile } from '#interchange/archive/file-tree.ts';

/** The main text. */
export const findDocument = (tree: FileTree): TreeFile | undefined =>
  tree.find('word/document.xml') ?? tree.files.find(({ path }) => /^word\/document\d+\.xml$/i.test(path));
