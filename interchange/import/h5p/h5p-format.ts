import type { ImportFormat } from '../import-format.ts';
import { PACKAGE_FILE, readPackage } from './read-package.ts';

/** Packages of H5P with content. */
export const h5pFormat: ImportFormat = {
  title: 'H5P',
  recognises: (tree) => tree.find(PACKAGE_FILE) !== undefined,
  read: readPackage,
};
