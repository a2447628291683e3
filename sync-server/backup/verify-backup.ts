import { join } from 'node:path';
import { measureFile } from '../media-store/measure-file.ts';
import { sizeOf } from './copy-files.ts';
import { findDamage, listNamedFiles, openToRead, readFacts } from './database-facts.ts';
import { hashDatabase } from './hash-database.ts';
import { type Manifest, readManifest } from './manifest.ts';

export const DATABASE_FILE = 'carrel.sqlite';

interface VerifyOptions {
  /** Reads every media file and compares its bytes with its row, instead of its size alone. */
  readonly readsFiles: boolean;
  readonly onProgress?: (done: number, total: number) => void;
}

/** Verifies a backup against its manifest. Returns its problems; none means that it can be restored. */
export async function verifyBackup(folder: string, options: VerifyOptions): Promise<string[]> {
  const manifest = await readManifest(folder);
  if (manifest === null) return [`${folder} has no manifest.json that this version can read`];
  return verifyContent(folder, manifest, options);
}

/** The same, for a backup whose manifest is not written yet. */
export async function verifyContent(
  folder: string,
  manifest: Manifest,
  options: VerifyOptions,
): Promise<string[]> {
  const file = join(folder, DATABASE_FILE);
  const size = await sizeOf(file);
  if (size !== manifest.database.sizeBytes)
    return [`the database has ${size ?? 'no'} bytes, not ${manifest.database.sizeBytes}`];
  if ((await hashDatabase(file)) !== manifest.database.sha256)
    return ['the database has other bytes than when the backup was made'];
  const db = openToRead(file);
  try {
    const { tables, sequence } = readFacts(db);
    const problems = findDamage(db);
    if (sequence !== manifest.sequence)
      problems.push(`the last change is ${sequence}, not ${manifest.sequence}`);
    for (const [table, count] of Object.entries(manifest.tables)) {
      if (tables[table] !== count) problems.push(`${table} has ${tables[table] ?? 'no'} rows, not ${count}`);
    }
    return [...problems, ...(await verifyFiles(folder, { db, manifest, options }))];
  } finally {
    db.close();
  }
}

interface Verified {
  readonly db: ReturnType<typeof openToRead>;
  readonly manifest: Manifest;
  readonly options: VerifyOptions;
}

async function verifyFiles(folder: string, { db, manifest, options }: Verified): Promise<string[]> {
  const problems: string[] = [];
  const known = new Set([...manifest.missing, ...manifest.damaged]);
  const files = listNamedFiles(db).filter(({ path }) => !known.has(path));
  for (const [i, { path, sizeBytes, digest }] of files.entries()) {
    const size = await sizeOf(join(folder, path));
    if (size === null) problems.push(`${path} is missing`);
    else if (sizeBytes !== null && size !== sizeBytes)
      problems.push(`${path} has ${size} bytes, not ${sizeBytes}`);
    else if (options.readsFiles && digest !== null) {
      if ((await measureFile(join(folder, path))).digest !== digest)
        problems.push(`${path} has other bytes than when it was stored`);
    }
    options.onProgress?.(i + 1, files.length);
  }
  return problems;
}
