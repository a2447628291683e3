import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { leadName } from './leader.ts';

/** On a slow line, edits may take minutes to send; other work does not wait for all of them. */
const TIMEOUT_MS = 30_000;

/**
 * Resolves when no tab sends this user's edits, after half a minute at the latest. Work that can be done later waits for
 * it, and leaves the connection and the disk to the edits. Browsers without Web Locks do not wait.
 */
export async function untilReplayRests(store: PrivateStore): Promise<void> {
  const options = { signal: AbortSignal.timeout(TIMEOUT_MS) };
  await globalThis.navigator?.locks
    ?.request(leadName(store), options, () => undefined)
    .catch(() => undefined);
}
