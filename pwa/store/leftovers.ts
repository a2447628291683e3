import { readCanary } from './canary-note.ts';
import { noteDeparture } from './departure-notes.ts';
import { readKnownUser } from './known-user.ts';
import { privateStoreName } from './private-store-name.ts';

const PREFIX = privateStoreName('');

/**
 * Browsers delete a database when they find the time: after a crash one that was emptied and deleted may be
 * back, and its name says whose it was. A store that nobody known here owns and no canary watches is such a
 * one; it is deleted again, unless there is unsent work in it after all.
 */
export async function noteLeftovers(): Promise<void> {
  // Older browsers cannot tell which databases there are.
  const databases = (await globalThis.indexedDB?.databases?.().catch(() => [])) ?? [];
  for (const { name = '' } of databases) {
    const userId = name.slice(PREFIX.length);
    if (!name.startsWith(PREFIX) || userId === readKnownUser()?.id || readCanary(userId) !== null) continue;
    noteDeparture({ userId, unsent: 'keep' });
  }
}
