import { removeDraftRow } from '#pwa/store/account/drafts.ts';
import { listUnsent } from '#pwa/store/account/outbox.ts';
import { write } from '#pwa/store/database/access.ts';
import type { ProfileInput } from '#schema/account/profile.ts';
import { showPendingProfile } from '../commands/pending-profile.ts';
import { appendCommand, changeOutbox } from '../outbox/outbox.ts';
import { requestReplay } from '../outbox/signal.ts';
import { findOpenProfile } from './coalesce.ts';

/** The draft that a queued change of the profile replaces. */
export const PROFILE_DRAFT = 'profile';

/**
 * Queues a change of the user's own name or picture and shows it at once; returns the command's id for
 * `findCommand`. It joins a change that was never sent, and replaces refused ones, whose fields the form
 * offered again.
 *
 * @throws {StoreGoneError} if the author is no longer signed in on this device
 * @throws {StorageFullError} if the device's storage is full
 */
export async function enqueueProfile(authorId: string, fields: ProfileInput): Promise<string> {
  const id = await changeOutbox(authorId, (store) =>
    write(store, [store.outbox, store.drafts], async (tx) => {
      const rows = (await listUnsent(tx)).filter(({ command }) => command.kind === 'profile.update');
      await tx.outbox.bulkDelete(rows.filter(({ state }) => state === 'refused').map(({ order }) => order));
      await removeDraftRow(tx, PROFILE_DRAFT);
      const open = findOpenProfile(rows, fields);
      if (open === null) {
        return appendCommand(tx, (envelope) => ({ ...envelope, kind: 'profile.update', args: fields }));
      }
      await tx.outbox.put(open);
      return open.id;
    }).then(async (commandId) => {
      await showPendingProfile(store);
      return commandId;
    }),
  );
  requestReplay('eager');
  return id;
}
