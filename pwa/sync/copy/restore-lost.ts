import { mayHaveLost } from '#pwa/store/account/canary.ts';
import { withCopies } from '#pwa/store/account/unsent-copy.ts';
import { openPrivateStore } from '#pwa/store/database/private-store.ts';

/**
 * Restores the unsent work of a user whose database the browser has lost, as far as it has a copy. Without a loss it loads
 * no code.
 *
 * @throws {StorageFullError} if the device's storage is full; the copy stays
 */
export async function restoreLost(userId: string): Promise<void> {
  const store = openPrivateStore(userId);
  if (!(await mayHaveLost(store))) return;
  const { restoreCopy } = await import('./restore-copy.ts');
  await withCopies(() => restoreCopy(store));
}
