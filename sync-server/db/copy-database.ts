import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Sqlite from 'better-sqlite3';

/** The folder in the data folder that has the copies made before upgrades. */
export const COPIES_FOLDER = 'copies';

/**
 * Writes a consistent copy of a database into the copies next to it, also while others read and write it, and
 * checks that the copy can be read. Returns its path. Throws when it cannot be written, with no part of it left.
 */
export async function copyDatabase(file: string, name: string): Promise<string> {
  const time = new Date().toISOString().replace(/[:.]/g, '-');
  const folder = join(dirname(file), COPIES_FOLDER);
  const copy = join(folder, `${name}-${time}.sqlite`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    await writeCopy(file, copy);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `The database has to be upgraded, and the copy that is made first could not be written to ${folder}: ` +
        `${reason}. Nothing was changed. Make room there or give this user access to it, and start Carrel again.`,
      { cause: error },
    );
  }
  return copy;
}

async function writeCopy(file: string, copy: string): Promise<void> {
  const part = `${copy}.part`;
  const database = new Sqlite(file, { readonly: true, fileMustExist: true });
  try {
    await database.backup(part);
    requireIntact(part);
    renameSync(part, copy);
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  } finally {
    database.close();
  }
}

function requireIntact(file: string): void {
  const copy = new Sqlite(file);
  try {
    const found: unknown = copy.pragma('quick_check(1)', { simple: true });
    if (found !== 'ok') throw new Error(`the copy is damaged (${String(found)})`);
    // One file, without a write-ahead log beside it, can be moved as it is.
    copy.pragma('journal_mode = DELETE');
  } finally {
    copy.close();
  }
}
