import { type CourseWithFiles, giveUpFiles, listByLastUse } from '../downloads/give-up.ts';
import { removeKeptFiles } from '../downloads/remove-kept-files.ts';
import { releaseReserve } from '../downloads/reserve.ts';
import { verifyKeptFiles } from '../downloads/take-stock.ts';
import { pausePlans } from '../store/download-plans.ts';
import { StorageFullError } from '../store/errors.ts';
import { noteMadeRoom } from '../store/made-room.ts';
import { openPrivateStore } from '../store/private-store.ts';

/**
 * Runs a write of the outbox or of a draft. If storage is full, it frees space and retries the write: files
 * can be downloaded again, the user's work cannot.
 *
 *   full ──> release the reserve ──> full ──> evict files of the least recently used course
 *                                                 │ and of the next one, until it is enough
 *                                                 └──> nothing left: rejected, and nothing typed is lost
 *
 * @throws {StorageFullError} if storage is full even then
 */
export async function withRoom<T>(userId: string, work: () => Promise<T>): Promise<T> {
  const givenUp: CourseWithFiles[] = [];
  const ways = makeRoom(userId, givenUp);
  for (;;) {
    try {
      const result = await work();
      if (givenUp.length > 0) await tell(userId, givenUp).catch(() => undefined);
      return result;
    } catch (error) {
      if (!(error instanceof StorageFullError) || (await isSpent(ways))) throw error;
    }
  }
}

/** Frees a little more with each step. */
async function* makeRoom(userId: string, givenUp: CourseWithFiles[]): AsyncGenerator<void> {
  if (await releaseReserve(userId)) yield;
  const store = openPrivateStore(userId);
  for (const course of await listByLastUse(store)) {
    await giveUpFiles(store, course.courseId);
    givenUp.push(course);
    yield;
  }
  // Files without a record.
  await removeKeptFiles(userId);
  await pausePlans(store);
  yield;
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
async function tell(userId: string, givenUp: readonly CourseWithFiles[]): Promise<void> {
  const store = openPrivateStore(userId);
  await verifyKeptFiles(userId);
  await pausePlans(store);
  for (const course of givenUp) await noteMadeRoom(store, course);
}
