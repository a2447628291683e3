import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../db/migrate.ts';

let migrated: Promise<Buffer> | undefined;

/**
 * Writes an empty database in the current schema. The migrations run once per test process: they take longer
 * than all else that a test's server does at its start.
 */
export async function writeMigratedFile(file: string): Promise<void> {
  migrated ??= migrateOnce();
  writeFileSync(file, await migrated);
}

async function migrateOnce(): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'carrel-migrated-'));
  try {
    const file = join(folder, 'carrel.sqlite');
    await migrate(file);
    return readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
