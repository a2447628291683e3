import { type CourseWithFiles, giveUpFiles, listByLastUse } from '../downloads/give-up.ts';
import { removeKeptFiles } from '../downloads/remove-kept-files.ts';
import { releaseReserve } from '../downloads/reserve.ts';
import { verifyKeptFiles } from '../downloads/take-stock.ts';
import { pausePlans } from '../store/download-plans.ts';
import { StorageFullError } from '../store/errors.ts';
import { noteMadeRoom } from '../store/made-room.ts';
import { openPrivateStore } from '../store/private-store.ts';

/**
 * Runs a write of the outbox or of a draft. Where the device has no room, room is made and the write is tried
 * again: files can be fetched again, what somebody did cannot.
 *
 *   no room ──> give back the reserve ──> no room ──> files of the course that was used longest ago
 *                                                       │ and of the next one, until it is enough
 *                                                       └──> nothing left: refused, and nothing typed is lost
 *
 * @throws {StorageFullError} when there is no room even so
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
  // Bytes that nothing is known of any more.
  await removeKeptFiles(userId);
  await pausePlans(store);
  yield;
}

/** What could not be freed ends it: the write's own error tells the person. */
async function isSpent(ways: AsyncGenerator<void>): Promise<boolean> {
  try {
    return (await ways.next()).done === true;
  } catch {
    return true;
  }
}

/** Sets right what is known of the files, has downloads wait for a word, and says why files have gone. */
async function tell(userId: string, givenUp: readonly CourseWithFiles[]): Promise<void> {
  const store = openPrivateStore(userId);
  await verifyKeptFiles(userId);
  await pausePlans(store);
  for (const course of givenUp) await noteMadeRoom(store, course);
}
