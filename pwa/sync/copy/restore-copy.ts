import { readBirth, restoreLostCommands, updateCanary } from '#pwa/store/account/canary.ts';
import { readCanary } from '#pwa/store/account/canary-note.ts';
import { readCopiedTexts, readCopy, type UnsentCopy, writeCopy } from '#pwa/store/account/unsent-copy.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { deviceMessages } from '#schema/messages/device-messages.ts';
import { UserFacingError } from '#schema/messages/user-facing-error.ts';
import { parseImportLines } from '../outbox/import-lines.ts';
import { importOutbox } from '../outbox/outbox-file.ts';

/**
 * Restores the work of a lost database from its copy: the commands and drafts that the new database lacks. A command
 * keeps its id, so one that was sent meanwhile is done once. Returns whether it restored anything; a copy of the present
 * database is left alone. For use inside `withCopies`.
 */
export async function restoreCopy(store: PrivateStore): Promise<boolean> {
  const copy = await readCopy(store.userId);
  if (copy === null || copy.birth === (await readBirth(store))) return false;
  const lostAtLeast = countCertainLoss(store.userId, copy);
  const findTexts = async (courseId: string) =>
    parseImportLines(await readCopiedTexts(store.userId, courseId));
  const imported = await importOutbox(copy.text, { isCopy: true, findTexts }).catch(ignoreUnreadable);
  if (imported === null) return false;
  const { added, known, drafts } = imported;
  // Counts the loss first; the next line subtracts the restored commands.
  await updateCanary(store);
  restoreLostCommands(store.userId, { birth: copy.birth, found: added + known, lostAtLeast });
  // The copy is of the new database now: found again, its commands would count a second time.
  const birth = await readBirth(store);
  if (birth !== null) await writeCopy(store, { ...copy, birth });
  return added + drafts > 0;
}

/**
 * Returns how many commands are certainly lost: those counted before, those that came after the copied ones, and one if
 * the outbox had a later command than the copy. The number of copied commands alone could hide them, because some of
 * them, the first ones, may have been sent since.
 */
function countCertainLoss(userId: string, copy: UnsentCopy): number {
  const canary = readCanary(userId);
  // An earlier call counted the loss.
  if (canary === null || canary.birth !== copy.birth) return 0;
  const isOutdated = canary.lastId !== copy.lastId;
  return canary.lost + Math.min(canary.unsent, copy.leftOut + (isOutdated ? 1 : 0));
}

/**
 * Returns null for an unreadable copy, which the next copy replaces. Other errors are thrown and the copy stays: a newer
 * version of the app can read it, or it fits once the disk has space.
 */
function ignoreUnreadable(error: unknown): null {
  if (error instanceof UserFacingError && error.message === deviceMessages.outboxFileUnreadable) return null;
  throw error;
}
