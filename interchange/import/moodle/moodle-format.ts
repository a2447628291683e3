import { type ImportFormat, lazyReader } from '../import-format.ts';
import { BACKUP_FILE } from './backup-file.ts';

/** Backups of courses, sections and activities of Moodle 2 to 5. */
export const moodleFormat: ImportFormat = {
  title: 'Moodle backup',
  recognises: (tree) => tree.find(BACKUP_FILE) !== undefined,
  ...lazyReader(async () => (await import('./read-backup.ts')).readBackup),
};
