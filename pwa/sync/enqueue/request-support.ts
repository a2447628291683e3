import { removeDraftRow } from '#pwa/store/account/drafts.ts';
import { write } from '#pwa/store/database/access.ts';
import type { SupportInput } from '#schema/account/support.ts';
import { appendCommand, changeOutbox } from '../outbox/outbox.ts';
import { requestReplay } from '../outbox/signal.ts';

/** The draft that the queued request replaces. */
export const SUPPORT_DRAFT = 'support';

interface SupportEntry {
  readonly request: Omit<SupportInput, 'id'>;
  /** The refused request that this one was created from and replaces. */
  readonly replaces: string | null;
}

/**
 * Queues a request to support and returns the command's id for `findCommand`. The same transaction removes
 * the draft, so the text is always stored in exactly one place.
 *
 * @throws {StoreGoneError} if the author is no longer signed in on this device
 * @throws {StorageFullError} if the device's storage is full
 */
export async function enqueueSupport(authorId: string, { request, replaces }: SupportEntry): Promise<string> {
  const id = await changeOutbox(authorId, (store) =>
    write(store, [store.outbox, store.drafts], async (tx) => {
      const refused = replaces === null ? undefined : await tx.outbox.get({ id: replaces });
      if (refused?.state === 'refused') await tx.outbox.delete(refused.order);
      await removeDraftRow(tx, SUPPORT_DRAFT);
      return appendCommand(tx, (envelope) => ({ ...envelope, kind: 'support.request', args: request }));
    }),
  );
  requestReplay('eager');
  return id;
}
