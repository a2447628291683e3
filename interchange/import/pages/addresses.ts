/** A place in the file that an address leads to. */
export interface LocalAddress {
  /** From the root of the file, without a leading `/`; empty for the root. */
  readonly path: string;
  /** Without `#`; empty without one. */
  readonly fragment: string;
}

const OUTSIDE = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i;

/**
 * Reads an address of a page relative to it. Returns null for one that leads out of the file: with a scheme or a host,
 * or with more `..` than folders.
 */
export function readLocalAddress(address: string, page: string): LocalAddress | null {
  const trimmed = address.trim();
  if (trimmed === '' || OUTSIDE.test(trimmed)) return null;
  const hash = trimmed.indexOf('#');
  const fragment = hash < 0 ? '' : decode(trimmed.slice(hash + 1));
  const name = decode((hash < 0 ? trimmed : trimmed.slice(0, hash)).replace(/\?.*$/s, ''));
  if (name === '') return { path: page, fragment };
  const path = joinPaths(name.startsWith('/') ? '' : folderOf(page), name);
  return path === null ? null : { path, fragment };
}

/** The folder of a path with a `/` at its end; empty for the root. */
export const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

/** The last part of a path. */
export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** The name of a file without its last extension. */
export const stemOf = (path: string): string => nameOf(path).replace(/(?<=.)\.[^.]*$/, '');

/** The last extension in lower case without its dot; empty without one. */
export const extensionOf = (path: string): string => /[^/]\.([^./]*)$/.exec(path)?.[1]?.toLowerCase() ?? '';

/** A path from a folder, in NFC, without `.` and `..`; null when it leads out. */
export function joinPaths(folder: string, path: string): string | null {
  const parts: string[] = [];
  for (const part of `${folder}${path}`.replaceAll('\\', '/').split('/')) {
    if (part === '..' && parts.pop() === undefined) return null;
    if (part !== '' && part !== '.' && part !== '..') parts.push(part);
  }
  return parts.join('/').normalize('NFC');
}

/** Decodes `%20` and the like; an address that is not encoded rightly is left as it is. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
