import { type ImportFormat, lazyReader } from '../import-format.ts';
import { profileOf } from '../manifest/read-manifest.ts';

/** SCORM 1.2 and 2004: the texts, pictures and videos of its parts, which are programs. */
export const scormFormat: ImportFormat = {
  title: 'SCORM',
  recognises: async (tree) => (await profileOf(tree)) === 'scorm',
  ...lazyReader(async () => (await import('./read-scorm.ts')).readScorm),
};
