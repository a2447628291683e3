import { read } from '#pwa/store/database/access.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';

/** Longer than a piece may take: a tab that is sending and reports nothing for this long is frozen. */
const STALLED_MS = 5 * 60_000;

/**
 * Runs `work` unless another tab is sending files; then returns `otherwise`. A tab that froze during a file
 * loses its turn. Two tabs that send the same piece do no harm: the server accepts bytes only at its own
 * offset.
 */
export async function withUploadTurn<T>(
  store: PrivateStore,
  work: () => Promise<T>,
  otherwise: T,
): Promise<T> {
  const locks = globalThis.navigator?.locks;
  if (locks === undefined) return work();
  const name = `carrel-uploads-${store.userId}`;
  const options = (await isStalled(store)) ? { steal: true } : { ifAvailable: true };
  return locks.request(name, options, async (lock) => (lock === null ? otherwise : work()));
}

async function isStalled(store: PrivateStore): Promise<boolean> {
  const rows = await read(store, () => store.uploads.toArray());
  const oldest = new Date(Date.now() - STALLED_MS).toISOString();
  return rows.some((row) => row.state === 'sending' && row.touchedAt < oldest);
}
