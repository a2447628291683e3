import { FileTree } from '../archive/file-tree.ts';
import { encodeText } from '../course-file/digest.ts';

/** A tree of files given as texts or bytes, by path. */
export function treeForTest(files: Readonly<Record<string, string | Uint8Array<ArrayBuffer>>>): FileTree {
  return new FileTree(
    Object.entries(files).map(([path, content]) => {
      const bytes = typeof content === 'string' ? new Uint8Array(encodeText(content)) : content;
      return { path, sizeBytes: bytes.length, readBytes: async () => bytes };
    }),
  );
}
