import type { FileTree, TreeFile } from '#interchange/archive/file-tree.ts';
import { decodePercent, extensionOf, isAbsolute, joinPath } from '../paths.ts';

/** Whether a file is a page by its name. */
export const isPage = (path: string): boolean => ['html', 'htm', 'xhtml', 'xht'].includes(extensionOf(path));

const ATTACHED: readonly string[] = [
  ...['pdf', 'mp4', 'm4v', 'mov', 'webm'],
  ...['png', 'jpg', 'jpeg', 'gif', 'webp', 'svg', 'bmp'],
];

/** Whether lessons can have a file, by its name. */
export const isAttached = (path: string): boolean => ATTACHED.includes(extensionOf(path));

/** Characters that Windows replaces when it unpacks an archive. */
const UNFIT_FOR_WINDOWS = /[<>:"|?*]/g;

/**
 * The paths that an address may mean, the likelier one first: as it is written, as some programs do not encode names,
 * and decoded, without its query and fragment.
 */
export function pathsOf(folder: string, address: string): string[] {
  const bare = address.replace(/[?#].*$/s, '');
  const joined = [address, bare, decodePercent(bare)].map((written) => joinPath(folder, written));
  return [...new Set(joined)].filter((path) => path !== null).filter((path) => path !== '');
}

/** The file that an address in a folder means. */
export function findAddressed(tree: FileTree, folder: string, address: string): TreeFile | undefined {
  if (isAbsolute(address)) return undefined;
  const paths = pathsOf(folder, address);
  const onWindows = paths.map((path) => path.replace(UNFIT_FOR_WINDOWS, '_'));
  return [...paths, ...onWindows].map((path) => tree.find(path)).find((file) => file !== undefined);
}
