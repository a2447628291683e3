import { readBirth, restoreLostCommands } from '#pwa/store/account/canary.ts';
import { readCopy, writeCopy } from '#pwa/store/account/unsent-copy.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { messages } from '#schema/messages/messages.ts';
import { UserFacingError } from '#schema/messages/user-facing-error.ts';
import { importOutbox } from '../outbox/outbox-file.ts';

/**
 * Takes the work of a lost database from its copy: the commands and drafts that the new one does not have. A command
 * keeps its id, so one that was sent meanwhile is done once. Returns whether there was anything to take; a copy of this
 * database has nothing.
 *
 * @param birth of the present database; null: it has none yet
 */
export async function restoreCopy(store: PrivateStore, birth: string | null): Promise<boolean> {
  const copy = await readCopy(store.userId);
  if (copy === null || copy.birth === birth) return false;
  const imported = await importOutbox(copy.text).catch(ignoreUnreadable);
  if (imported === null) return false;
  const { added, known, drafts } = imported;
  restoreLostCommands(store.userId, added + known);
  // The copy is of the new database now: found again, its commands would count a second time.
  const now = await readBirth(store);
  if (now !== null) await writeCopy(store, { ...copy, birth: now });
  return added + drafts > 0;
}

/** Another copy replaces it, unless a newer version of the app can read it. */
function ignoreUnreadable(error: unknown): null {
  if (error instanceof UserFacingError && error.message !== messages.outboxFileNewer) return null;
  throw error;
}
