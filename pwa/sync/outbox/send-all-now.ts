import { listUnsent } from '#pwa/store/account/outbox.ts';
import { write } from '#pwa/store/database/access.ts';
import { changeOutboxHere } from './outbox.ts';
import { requestReplay } from './signal.ts';

/**
 * Sends everything that waits, at once. Refused commands stay refused, and those that can still be undone
 * stay held: the user decides both individually.
 */
export async function sendAllNow(): Promise<void> {
  await changeOutboxHere((store) =>
    write(store, [store.outbox], async (tx) => {
      const unsent = await listUnsent(tx);
      const waiting = unsent.filter((row) => row.state === 'waiting' && row.nextAttemptAt !== null);
      await tx.outbox.bulkPut(waiting.map((row) => ({ ...row, nextAttemptAt: null })));
    }),
  );
  requestReplay('eager');
}
