import type { RejectedTextArgs } from '#schema/commands/store-rejected-text.ts';
import type { PrivateStore } from '../../store/database/private-store.ts';
import { appendCommand } from '../outbox/outbox.ts';

/** Stores rejected texts in the history. For use inside a transaction over the outbox. */
export async function storeRejectedText(store: PrivateStore, text: RejectedTextArgs): Promise<void> {
  await appendCommand(store, (envelope) => ({ ...envelope, kind: 'history.keepAside', args: text }));
}
