import type Sqlite from 'better-sqlite3';
import { listNamedFiles, type NamedFile } from '#sync-server/backup/database-facts.ts';
import { measureStored } from '#sync-server/media-store/measure-stored.ts';
import type { FileStore } from '#sync-server/media-store/media-store.ts';
import { error, type Finding, ok, warning } from '../finding.ts';

/** Younger files may be on their way to a row. */
const NEW_MS = 60 * 60 * 1_000;

interface FileCheck {
  readonly files: FileStore;
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
  const extra = await countExtra(check.files, new Set(named.map(({ path }) => path)));
  if (extra > 0)
    findings.push(warning('files', `${extra} files have no row; they take space and are not backed up`));
  if (findings.length > 0) return findings;
  return [ok('files', `${named.length} as their rows say${check.readsFiles ? ', every byte' : ''}`)];
}

async function findProblem({ path, sizeBytes, digest }: NamedFile, check: FileCheck): Promise<string | null> {
  const size = (await check.files.findFile(path))?.sizeBytes;
  if (size === undefined) return `${path} is missing`;
  if (sizeBytes !== null && size !== sizeBytes) return `${path} has ${size} bytes, its row says ${sizeBytes}`;
  if (!check.readsFiles || digest === null || (await measureStored(check.files, path))?.digest === digest)
    return null;
  return `${path} has other bytes than when it was stored`;
}

async function countExtra(files: FileStore, named: ReadonlySet<string>): Promise<number> {
  const newest = Date.now() - NEW_MS;
  let count = 0;
  for (const place of ['media', 'thumbnails'] as const) {
    for await (const listed of files.list(place)) {
      for (const name of listed.map((file) => `${place}/${file}`)) {
        if (named.has(name)) continue;
        const found = await files.findFile(name);
        if (found !== null && found.changedAtMs < newest) count += 1;
      }
    }
  }
  return count;
}
