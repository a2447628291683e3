import type { KeepAsideArgs } from '#schema/commands/keep-aside.ts';
import type { PrivateStore } from '../store/private-store.ts';
import { appendCommand } from './outbox.ts';

/**
 * Hands the words that were not taken to the history, where they can be found again. For use inside a
 * transaction over the outbox.
 */
export async function keepAside(store: PrivateStore, words: KeepAsideArgs): Promise<void> {
  await appendCommand(store, (envelope) => ({ ...envelope, kind: 'history.keepAside', args: words }));
}
