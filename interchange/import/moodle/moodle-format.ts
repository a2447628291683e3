import type { ImportFormat } from '../import-format.ts';
import { BACKUP_FILE, readBackup } from './read-backup.ts';

/** Backups of courses, sections and activities of Moodle 2 to 5. */
export const moodleFormat: ImportFormat = {
  title: 'Moodle backup',
  recognises: (tree) => tree.find(BACKUP_FILE) !== undefined,
  read: readBackup,
};
