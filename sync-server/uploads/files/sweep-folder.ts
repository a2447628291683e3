import { opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { letOthersIn } from '#sync-server/turns/next-turn.ts';
import { removeFiles } from './uploads-folder.ts';

/** Files that are looked up together: a folder of a million files is read in as many steps as it needs. */
const FILES_AT_ONCE = 200;

export interface Swept {
  readonly files: number;
  readonly bytes: number;
}

interface Sweep {
  readonly folder: string;
  /** Files that came to their place, or changed, since then stay: their row may be about to be written. */
  readonly oldestMs: number;
  /** Returns the names in the folder that a row names, among these. */
  findUsed(names: readonly string[]): Promise<ReadonlySet<string>>;
}

/** Deletes the old files of a folder that no row names, in small steps between which other requests are served. */
export async function sweepFolder({ folder, oldestMs, findUsed }: Sweep): Promise<Swept> {
  let files = 0;
  let bytes = 0;
  for await (const names of listInSteps(folder)) {
    const used = await findUsed(names);
    for (const path of names.filter((name) => !used.has(name)).map((name) => join(folder, name))) {
      const found = await stat(path).catch(() => null);
      if (found === null || !found.isFile() || arrivedAt(found) > oldestMs) continue;
      await removeFiles(path);
      files += 1;
      bytes += found.size;
    }
    await letOthersIn();
  }
  return { files, bytes };
}

/** A link to a finished upload has the time of its last byte; only `ctime` is that of the link. */
const arrivedAt = ({ mtimeMs, ctimeMs }: { mtimeMs: number; ctimeMs: number }): number =>
  Math.max(mtimeMs, ctimeMs);

async function* listInSteps(folder: string): AsyncGenerator<readonly string[]> {
  const entries = await opendir(folder).catch(() => null);
  if (entries === null) return;
  let names: string[] = [];
  for await (const { name } of entries) {
    names.push(name);
    if (names.length < FILES_AT_ONCE) continue;
    yield names;
    names = [];
  }
  yield names;
}
