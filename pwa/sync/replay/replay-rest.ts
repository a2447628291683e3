import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { leadName } from './leader.ts';

/** Edits on a slow line may take minutes to send; other work need not wait for all of them. */
const TIMEOUT_MS = 30_000;

/**
 * Resolves when no tab sends this user's edits, or after half a minute: work that can wait then takes neither the line nor
 * the disk from them. At once in browsers without Web Locks.
 */
export async function untilReplayRests(store: PrivateStore): Promise<void> {
  const options = { signal: AbortSignal.timeout(TIMEOUT_MS) };
  await globalThis.navigator?.locks
    ?.request(leadName(store), options, () => undefined)
    .catch(() => undefined);
}
