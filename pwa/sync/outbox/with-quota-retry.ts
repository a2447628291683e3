import { type CourseWithFiles, evictFiles, listByLastUse } from '#pwa/downloads/cache/evict-files.ts';
import { removeCachedFiles } from '#pwa/downloads/cache/remove-cached-files.ts';
import { releaseReserve } from '#pwa/downloads/cache/reserve.ts';
import { reconcileDownloads } from '#pwa/downloads/verify/reconcile-files.ts';
import { releaseTexts } from '#pwa/store/account/acknowledged/bound-acknowledged.ts';
import { openPrivateStore } from '#pwa/store/database/private-store.ts';
import { StorageFullError } from '#pwa/store/database/storage-errors.ts';
import { pausePlans } from '#pwa/store/offline/download-plans.ts';
import { addEvictionNotice } from '#pwa/store/offline/eviction-notices.ts';

const TEXTS_RELEASED_AT_ONCE = 1024 * 1024;

/**
 * Runs a write of the outbox or of a draft. If storage is full, it frees space and retries the write: files
 * can be downloaded again, the user's work cannot.
 *
 *   full ──> release the reserve ──> full ──> evict files of the least recently used course
 *                                                 │ and of the next one, until it is enough
 *                                                 └──> empty acknowledged edits, oldest first
 *                                                        └──> nothing left: rejected, and nothing typed is lost
 *
 * @throws {StorageFullError} if storage is full even then
 */
export async function withQuotaRetry<T>(userId: string, work: () => Promise<T>): Promise<T> {
  const evicted: CourseWithFiles[] = [];
  const ways = freeSpace(userId, evicted);
  for (;;) {
    try {
      const result = await work();
      if (evicted.length > 0) await addEvictionNotices(userId, evicted).catch(() => undefined);
      return result;
    } catch (error) {
      if (!(error instanceof StorageFullError) || (await isSpent(ways))) throw error;
    }
  }
}

/** Frees a little more with each step. */
async function* freeSpace(userId: string, evicted: CourseWithFiles[]): AsyncGenerator<void> {
  if (await releaseReserve(userId)) yield;
  const store = openPrivateStore(userId);
  for (const course of await listByLastUse(store)) {
    await evictFiles(store, course.courseId);
    evicted.push(course);
    yield;
  }
  // Files without a record.
  await removeCachedFiles(userId);
  await pausePlans(store);
  yield;
  while ((await releaseTexts(store, TEXTS_RELEASED_AT_ONCE)) > 0) yield;
}

/** A failure to free space ends it: the write's own error reaches the user. */
async function isSpent(ways: AsyncGenerator<void>): Promise<boolean> {
  try {
    return (await ways.next()).done === true;
  } catch {
    return true;
  }
}

/**
 * Updates the file records, pauses the downloads until the user requests them, and stores an eviction notice.
 */
async function addEvictionNotices(userId: string, evicted: readonly CourseWithFiles[]): Promise<void> {
  const store = openPrivateStore(userId);
  await reconcileDownloads(userId);
  await pausePlans(store);
  for (const course of evicted) await addEvictionNotice(store, course);
}
