import { inBackground } from '../store/database/in-background.ts';
import { watchKnownUser } from '../store/database/known-user.ts';
import { watchPrivate } from '../store/database/live.ts';
import { withLock } from '../store/database/lock.ts';
import type { PrivateStore } from '../store/database/private-store.ts';
import { fingerprintOf } from '../store/offline/index-fingerprint.ts';
import { findSearchIndex, listSearchable, type SearchableCourse } from '../store/offline/search-indexes.ts';
import { createLoop } from './loop.ts';

type LoadIndexing = () => Promise<Pick<typeof import('../search/update-index.ts'), 'updateIndex'>>;

export const loadIndexing: LoadIndexing = () => import('../search/update-index.ts');

interface Searchable {
  readonly store: PrivateStore;
  readonly courses: readonly SearchableCourse[];
}

/**
 * Updates the known user's search indexes after any change of their offline courses: a pull, an activation,
 * another tab. One tab at a time does it, and loads the code of the search only for an index that is not
 * current. A failure is repaired at the next search. Returns a function that stops.
 */
export function startIndexing(load: LoadIndexing = loadIndexing): () => void {
  const updated = new Set<string>();
  let wanted: Searchable | null = null;

  const update = async (signal: AbortSignal) => {
    if (wanted === null) return null;
    const { store, courses } = wanted;
    for (const course of courses) {
      const name = `${store.userId} ${course.courseId} ${fingerprintOf(course)}`;
      if (updated.has(name) || signal.aborted) continue;
      if (!(await isIndexed(store, course))) await (await load()).updateIndex(store, course);
      updated.add(name);
    }
    return null;
  };
  const loop = createLoop((_, signal) =>
    withLock('carrel-search-indexes', () => update(signal), { ifFree: true }).catch(() => null),
  );

  let stopWatching = () => {};
  const watch = () => {
    stopWatching();
    stopWatching = watchPrivate(
      async (store) => ({ store: inBackground(store), courses: await listSearchable(store) }),
      {
        next: (searchable) => {
          wanted = searchable;
          void loop.run();
        },
        error: () => undefined,
      },
    );
  };
  watch();
  const stopFollowing = watchKnownUser(watch);
  return () => {
    loop.stop();
    stopWatching();
    stopFollowing();
  };
}

async function isIndexed(store: PrivateStore, course: SearchableCourse): Promise<boolean> {
  const row = await findSearchIndex(store, course.courseId);
  return row?.fingerprint === fingerprintOf(course);
}
