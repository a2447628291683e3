/** The file that every backup of Moodle has. */
export const BACKUP_FILE = 'moodle_backup.xml';
