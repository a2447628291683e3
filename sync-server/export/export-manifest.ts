import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { syncToDisk } from '../backup/sync-to-disk.ts';

const FILE = 'export.json';
const FORMAT = 1;

const Count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** Written last, so a folder that has it is complete. */
const ExportManifest = v.object({
  format: v.literal(FORMAT),
  version: v.string(),
  takenAt: v.string(),
  /** The schema version that the columns are those of. */
  migration: v.string(),
  /** One file of JSON Lines per table. */
  tables: v.record(v.string(), v.object({ rows: Count, sha256: v.string() })),
  missing: v.array(v.string()),
  damaged: v.array(v.string()),
});
export type ExportManifest = v.InferOutput<typeof ExportManifest>;

export const tablePath = (folder: string, table: string): string => join(folder, 'tables', `${table}.jsonl`);

/** Null when the folder has none, or one of another format. */
export async function readExportManifest(folder: string): Promise<ExportManifest | null> {
  try {
    const result = v.safeParse(ExportManifest, JSON.parse(await readFile(join(folder, FILE), 'utf8')));
    return result.success ? result.output : null;
  } catch {
    return null;
  }
}

export async function writeExportManifest(
  folder: string,
  facts: Omit<ExportManifest, 'format'>,
): Promise<void> {
  const manifest: ExportManifest = { format: FORMAT, ...facts };
  const path = join(folder, FILE);
  await writeFile(path, `${JSON.stringify(manifest, null, 2)}\n`, { flag: 'wx', mode: 0o600 });
  await syncToDisk(path);
}
