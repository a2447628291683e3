import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DATABASE_FILE } from '../backup/verify-backup.ts';
import { UsageError } from './command.ts';

/** Returns the path of the database. */
export function requireDatabase(dataFolder: string): string {
  const file = join(dataFolder, DATABASE_FILE);
  if (existsSync(file)) return file;
  throw new UsageError(`${dataFolder} has no database. CARREL_DATA names the data folder of the server.`);
}
