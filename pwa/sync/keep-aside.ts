import type { KeepAsideArgs } from '#schema/editor-commands.ts';
import type { PrivateStore } from '../store/private-store.ts';

/**
 * Hands the words that were not taken to the history, where they can be found again. For use inside a
 * transaction over the outbox.
 */
export async function keepAside(_store: PrivateStore, _words: KeepAsideArgs): Promise<void> {
  // Filled when the history has its command.
}
