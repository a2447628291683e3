import type { KeepAsideArgs } from '#schema/commands/keep-aside.ts';
import type { PrivateStore } from '../store/private-store.ts';
import { appendCommand } from './outbox.ts';

/** Stores rejected texts in the history. For use inside a transaction over the outbox. */
export async function keepAside(store: PrivateStore, words: KeepAsideArgs): Promise<void> {
  await appendCommand(store, (envelope) => ({ ...envelope, kind: 'history.keepAside', args: words }));
}
