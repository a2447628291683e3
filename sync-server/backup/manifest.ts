import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';

const MANIFEST_FILE = 'manifest.json';
const FORMAT = 1;

const Count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** Written last, so a folder with a manifest is complete. */
const Manifest = v.object({
  format: v.literal(FORMAT),
  /** The version of the program that made the backup. */
  version: v.string(),
  /** The moment that the database shows (ISO time). */
  takenAt: v.string(),
  migration: v.string(),
  epoch: v.nullable(v.string()),
  sequence: Count,
  database: v.object({ sizeBytes: Count, sha256: v.string() }),
  tables: v.record(v.string(), Count),
  files: v.object({ count: Count, sizeBytes: Count }),
  /** Files that rows name and that the data folder did not have. */
  missing: v.array(v.string()),
  /** Files whose bytes were not those of their row in the data folder either. */
  damaged: v.array(v.string()),
  hasSecret: v.boolean(),
});
export type Manifest = v.InferOutput<typeof Manifest>;

export const newManifest = (facts: Omit<Manifest, 'format'>): Manifest => ({ format: FORMAT, ...facts });

/** Null when the folder has none, or one of another format. */
export async function readManifest(folder: string): Promise<Manifest | null> {
  try {
    const result = v.safeParse(Manifest, JSON.parse(await readFile(join(folder, MANIFEST_FILE), 'utf8')));
    return result.success ? result.output : null;
  } catch {
    return null;
  }
}

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const file = await open(join(folder, MANIFEST_FILE), 'wx', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(manifest, null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
}
