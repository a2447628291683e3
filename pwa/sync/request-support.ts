import type { SupportInput } from '#schema/support.ts';
import { write } from '../store/access.ts';
import { removeDraftRow } from '../store/drafts.ts';
import { appendCommand, changeOutbox } from './outbox.ts';
import { requestReplay } from './signal.ts';

/** The draft that a queued request takes the place of. */
export const SUPPORT_DRAFT = 'support';

interface SupportEntry {
  readonly request: Omit<SupportInput, 'id'>;
  /** A refused request that this one was made from, and takes the place of. */
  readonly replaces: string | null;
}

/**
 * Queues a request to support and answers the command's id, to be watched by `findCommand`. In the same
 * transaction the draft goes: the words are in one place or the other, never in none.
 *
 * @throws {StoreGoneError} when its author is not here any more
 * @throws {StorageFullError} when the device has no room
 */
export async function enqueueSupport(authorId: string, { request, replaces }: SupportEntry): Promise<string> {
  const id = await changeOutbox(authorId, (store) =>
    write(store, [store.outbox, store.drafts], async () => {
      const refused = replaces === null ? undefined : await store.outbox.get({ id: replaces });
      if (refused?.state === 'refused') await store.outbox.delete(refused.order);
      await removeDraftRow(store, SUPPORT_DRAFT);
      return appendCommand(store, (envelope) => ({ ...envelope, kind: 'support.request', args: request }));
    }),
  );
  requestReplay('eager');
  return id;
}
