import { whenIdle } from '../device/when-idle.ts';
import { findPrivateStore } from '../store/database/private-store.ts';
import { listIndexedIds, listSearchable } from '../store/offline/search-indexes.ts';
import { loadIndexing, startIndexing } from './start-indexing.ts';

/** Work that the user waits for at the start has priority. */
const INDEX_AFTER_MS = 3_000;

/**
 * Starts to maintain the search indexes after a delay. The code is downloaded before, once the page is idle, if
 * a course has no index: otherwise the download would meet the user's next step. Returns a function that stops.
 */
export function indexLater(): () => void {
  let stop = () => {};
  const cancel = whenIdle(() => void preload().catch(() => undefined));
  const timer = setTimeout(() => {
    stop = startIndexing();
  }, INDEX_AFTER_MS);
  return () => {
    cancel();
    clearTimeout(timer);
    stop();
  };
}

/** Without the code there is no index; the search needs the same code and shows the error. */
async function preload(): Promise<void> {
  const store = findPrivateStore();
  if (store === null) return;
  const [courses, indexedIds] = await Promise.all([listSearchable(store), listIndexedIds(store)]);
  if (courses.some(({ courseId }) => !indexedIds.includes(courseId))) await loadIndexing();
}
