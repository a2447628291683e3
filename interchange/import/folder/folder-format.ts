import { type ImportFormat, lazyReader } from '../import-format.ts';
import { isMedia, isPage, listFiles } from './folder-files.ts';

/** Folders and archives of Markdown, HTML or text files, and single ones. */
export const folderFormat: ImportFormat = {
  title: 'Folder of Markdown or HTML',
  recognises: (tree) => listFiles(tree).some(({ path }) => isPage(path) || isMedia(path)),
  ...lazyReader(async () => (await import('./read-folder.ts')).readFolder),
};
