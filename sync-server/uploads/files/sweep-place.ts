import type { FileStore, StoredPlace } from '#sync-server/media-store/media-store.ts';
import { letOthersIn } from '#sync-server/turns/next-turn.ts';

export interface Swept {
  readonly files: number;
  readonly bytes: number;
}

interface Sweep {
  readonly mediaStore: FileStore;
  readonly place: StoredPlace;
  /** Files that came to their place, or changed, since then stay: their row may be about to be written. */
  readonly oldestMs: number;
  /** Returns the file names in the place that a row names, among these. */
  findUsed(files: readonly string[]): Promise<ReadonlySet<string>>;
}

/** Deletes the old files of a place that no row names, in small steps between which other requests are served. */
export async function sweepPlace({ mediaStore, place, oldestMs, findUsed }: Sweep): Promise<Swept> {
  const swept = { files: 0, bytes: 0 };
  for await (const listed of mediaStore.list(place)) {
    if (listed.length === 0) continue;
    const used = await findUsed(listed);
    for (const file of listed.filter((name) => !used.has(name))) {
      const name = `${place}/${file}`;
      const found = await mediaStore.findFile(name);
      if (found === null || found.changedAtMs > oldestMs) continue;
      await mediaStore.remove(name);
      swept.files += 1;
      swept.bytes += found.sizeBytes;
    }
    await letOthersIn();
  }
  return swept;
}
