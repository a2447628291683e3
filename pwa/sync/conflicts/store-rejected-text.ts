import type { Tx } from '#pwa/store/database/private-store.ts';
import type { RejectedTextArgs } from '#schema/commands/store-rejected-text.ts';
import { appendCommand } from '../outbox/outbox.ts';

/** Stores rejected texts in the history. For use inside a transaction over the outbox. */
export async function storeRejectedText(tx: Tx, text: RejectedTextArgs): Promise<void> {
  await appendCommand(tx, (envelope) => ({ ...envelope, kind: 'history.keepAside', args: text }));
}
