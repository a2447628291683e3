import type { ImportFormat } from '../import-format.ts';
import type { OpenPackage } from './activities/activity.ts';
import { BACKUP_FILE, readBackup } from './read-backup.ts';

/**
 * Backups of courses, sections and activities of Moodle 2 to 5. Without `openPackage`, packages of H5P inside of them
 * are left out.
 */
export const moodleFormat = (openPackage: OpenPackage | null = null): ImportFormat => ({
  title: 'Moodle backup',
  recognises: (tree) => tree.find(BACKUP_FILE) !== undefined,
  read: (source) => readBackup(source, openPackage),
});
