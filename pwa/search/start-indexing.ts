import { watchKnownUser } from '../store/database/known-user.ts';
import { watchPrivate } from '../store/database/live.ts';
import type { PrivateStore } from '../store/database/private-store.ts';
import { listSearchable, type SearchableCourse } from '../store/offline/search-indexes.ts';
import { fingerprintOf, updateIndex } from './update-index.ts';

interface Searchable {
  readonly store: PrivateStore;
  readonly courses: readonly SearchableCourse[];
}

/**
 * Updates the known user's search indexes after any change of their offline courses: a pull, an activation,
 * another tab. One tab at a time does it. A failure is repaired at the next search. Returns a function that
 * stops.
 */
export function startIndexing(): () => void {
  const updated = new Set<string>();
  let wanted: Searchable | null = null;
  let isWorking = false;
  let isStopped = false;

  const work = async () => {
    while (wanted !== null && !isStopped) {
      const { store, courses } = wanted;
      wanted = null;
      for (const course of courses) {
        const name = `${store.userId} ${course.courseId} ${fingerprintOf(course)}`;
        if (updated.has(name) || isStopped) continue;
        await updateIndex(store, course);
        updated.add(name);
      }
    }
  };
  const begin = (searchable: Searchable | null) => {
    wanted = searchable;
    if (isWorking) return;
    isWorking = true;
    alone(work)
      .catch(() => undefined)
      .finally(() => {
        isWorking = false;
      });
  };

  let stopWatching = () => {};
  const watch = () => {
    stopWatching();
    stopWatching = watchPrivate(async (store) => ({ store, courses: await listSearchable(store) }), {
      next: begin,
      error: () => undefined,
    });
  };
  watch();
  const stopFollowing = watchKnownUser(watch);
  return () => {
    isStopped = true;
    stopWatching();
    stopFollowing();
  };
}

/** Does nothing while another tab is indexing. */
async function alone(work: () => Promise<void>): Promise<void> {
  const locks = globalThis.navigator?.locks;
  if (locks === undefined) return work();
  await locks.request('carrel-search-indexes', { ifAvailable: true }, (lock) =>
    lock === null ? undefined : work(),
  );
}
