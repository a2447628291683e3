import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import type Sqlite from 'better-sqlite3';

const BUFFER_CHARACTERS = 1024 * 1024;

/** Writes the rows of a table to a file, one JSON object a line, and returns their number and the file's hash. */
export function writeTable(
  db: Sqlite.Database,
  table: string,
  path: string,
): { rows: number; sha256: string } {
  const hash = createHash('sha256');
  const file = openSync(path, 'wx', 0o600);
  let rows = 0;
  let buffer = '';
  const flush = () => {
    hash.update(buffer);
    writeSync(file, buffer);
    buffer = '';
  };
  try {
    for (const row of db.prepare<[], object>(`select * from "${table}" order by rowid`).iterate()) {
      buffer += `${JSON.stringify(row)}\n`;
      rows += 1;
      if (buffer.length > BUFFER_CHARACTERS) flush();
    }
    flush();
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  return { rows, sha256: hash.digest('hex') };
}
