import { decodePercent, folderOf, isAbsolute, joinPath } from '../paths.ts';

/** A place in the file that an address leads to. */
export interface LocalAddress {
  /** From the root of the file, without a leading `/`; empty for the root. */
  readonly path: string;
  /** Without `#`; empty without one. */
  readonly fragment: string;
}

/**
 * Reads an address of a page relative to it. Returns null for one that leads out of the file: with a scheme or a host,
 * or with more `..` than folders.
 */
export function readLocalAddress(address: string, page: string): LocalAddress | null {
  const trimmed = address.trim();
  if (trimmed === '' || isAbsolute(trimmed)) return null;
  const hash = trimmed.indexOf('#');
  const fragment = hash < 0 ? '' : decodePercent(trimmed.slice(hash + 1));
  const name = decodePercent((hash < 0 ? trimmed : trimmed.slice(0, hash)).replace(/\?.*$/s, ''));
  if (name === '') return { path: page, fragment };
  const path = joinPath(folderOf(page), name);
  return path === null ? null : { path, fragment };
}
