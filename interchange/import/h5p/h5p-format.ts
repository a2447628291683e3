import { type ImportFormat, lazyReader } from '../import-format.ts';
import { PACKAGE_FILE } from './package-files.ts';

/** Packages of H5P with content. */
export const h5pFormat: ImportFormat = {
  title: 'H5P',
  recognises: (tree) => tree.find(PACKAGE_FILE) !== undefined,
  ...lazyReader(async () => (await import('./read-package.ts')).readPackage),
};
