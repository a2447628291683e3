import { readBirth, restoreLostCommands, updateCanary } from '#pwa/store/account/canary.ts';
import { readCanary } from '#pwa/store/account/canary-note.ts';
import { readCopy, type UnsentCopy, writeCopy } from '#pwa/store/account/unsent-copy.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { messages } from '#schema/messages/messages.ts';
import { UserFacingError } from '#schema/messages/user-facing-error.ts';
import { importOutbox } from '../outbox/outbox-file.ts';

/**
 * Takes the work of a lost database from its copy: the commands and drafts that the new one does not have. A command
 * keeps its id, so one that was sent meanwhile is done once. Returns whether there was anything to take; a copy of this
 * database has nothing. For use inside `withCopies`.
 */
export async function restoreCopy(store: PrivateStore): Promise<boolean> {
  const copy = await readCopy(store.userId);
  if (copy === null || copy.birth === (await readBirth(store))) return false;
  const lostAtLeast = countCertainLoss(store.userId, copy);
  const imported = await importOutbox(copy.text).catch(ignoreUnreadable);
  if (imported === null) return false;
  const { added, known, drafts } = imported;
  // The loss is counted before what was found.
  await updateCanary(store);
  restoreLostCommands(store.userId, { birth: copy.birth, found: added + known, lostAtLeast });
  // The copy is of the new database now: found again, its commands would count a second time.
  const birth = await readBirth(store);
  if (birth !== null) await writeCopy(store, { ...copy, birth });
  return added + drafts > 0;
}

/**
 * How many commands are lost in any case. Commands of the copy may have been sent since it was written, and one that
 * came after it was not copied.
 */
function countCertainLoss(userId: string, copy: UnsentCopy): number {
  const canary = readCanary(userId);
  // The loss has been counted before.
  if (canary === null || canary.birth !== copy.birth) return 0;
  return canary.lost + (canary.unsent > 0 && canary.lastId !== copy.lastId ? 1 : 0);
}

/** Another copy replaces one that nobody can read. A newer version of the app, or a disk with space, can take others. */
function ignoreUnreadable(error: unknown): null {
  if (error instanceof UserFacingError && error.message === messages.outboxFileUnreadable) return null;
  throw error;
}
