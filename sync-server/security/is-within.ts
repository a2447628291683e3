import { isAbsolute, relative, sep } from 'node:path';

/** Whether a path is a folder or something in it. Both are absolute. */
export function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
