import { type ImportFormat, lazyReader } from '../import-format.ts';

/** Courses that Open edX exports as tar.gz (OLX). */
export const olxFormat: ImportFormat = {
  title: 'Open edX',
  recognises: (tree) =>
    tree.find('course.xml') !== undefined &&
    tree.files.some(({ path }) => /^(?:course|chapter|sequential|vertical|policies)\/[^/]+/.test(path)),
  ...lazyReader(async () => (await import('./read-olx.ts')).readOlx),
};
