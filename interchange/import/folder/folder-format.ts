import { type ImportFormat, lazyReader } from '../import-format.ts';
import { isMedia, isPage, listFiles } from './folder-files.ts';

/** Folders and archives of Markdown, HTML, text or Word files, and single ones. */
export const folderFormat: ImportFormat = {
  title: 'Folder of pages',
  recognises: (tree) => listFiles(tree).some(({ path }) => isPage(path) || isMedia(path)),
  ...lazyReader(async () => (await import('./read-folder.ts')).readFolder),
};
