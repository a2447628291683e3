import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type Sqlite from 'better-sqlite3';
import { listFiles, sizeOf } from '#sync-server/backup/copy-files.ts';
import { listNamedFiles, type NamedFile } from '#sync-server/backup/database-facts.ts';
import { measureFile } from '#sync-server/media-store/measure-file.ts';
import { error, type Finding, ok, warning } from '../finding.ts';

/** Younger files may be on their way to a row. */
const NEW_MS = 60 * 60 * 1_000;

interface FileCheck {
  readonly dataFolder: string;
  readonly readsFiles: boolean;
}

/** Compares media and thumbnails with the rows that name them. */
export async function checkFiles(db: Sqlite.Database, check: FileCheck): Promise<Finding[]> {
  const named = listNamedFiles(db);
  const findings: Finding[] = [];
  for (const file of named) {
    const problem = await findProblem(file, check);
    if (problem !== null) findings.push(error('files', problem));
  }
  const extra = await countExtra(check.dataFolder, new Set(named.map(({ path }) => path)));
  if (extra > 0)
    findings.push(warning('files', `${extra} files have no row; they take space and are not backed up`));
  if (findings.length > 0) return findings;
  return [ok('files', `${named.length} as their rows say${check.readsFiles ? ', every byte' : ''}`)];
}

async function findProblem({ path, sizeBytes, digest }: NamedFile, check: FileCheck): Promise<string | null> {
  const file = join(check.dataFolder, path);
  const size = await sizeOf(file);
  if (size === null) return `${path} is missing`;
  if (sizeBytes !== null && size !== sizeBytes) return `${path} has ${size} bytes, its row says ${sizeBytes}`;
  if (!check.readsFiles || digest === null || (await measureFile(file)).digest === digest) return null;
  return `${path} has other bytes than when it was stored`;
}

async function countExtra(dataFolder: string, named: ReadonlySet<string>): Promise<number> {
  const newest = Date.now() - NEW_MS;
  let count = 0;
  for (const path of await listFiles(dataFolder)) {
    if (named.has(path)) continue;
    const found = await stat(join(dataFolder, path)).catch(() => null);
    if (found !== null && found.mtimeMs < newest) count += 1;
  }
  return count;
}
