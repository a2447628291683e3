import { readKnownUser } from '../database/known-user.ts';
import { privateStoreName } from '../database/private-store-name.ts';
import { readCanary } from './canary-note.ts';
import { noteDeparture } from './departure-notes.ts';

const PREFIX = privateStoreName('');

/**
 * Browsers delete databases with a delay: after a crash, one that was emptied and deleted may exist again,
 * and its name identifies its owner. A store without a known owner and without a canary is such a leftover;
 * it is deleted again, unless it contains unsent work after all.
 */
export async function noteLeftovers(): Promise<void> {
  // Older browsers cannot list databases.
  const databases = (await globalThis.indexedDB?.databases?.().catch(() => [])) ?? [];
  for (const { name = '' } of databases) {
    const userId = name.slice(PREFIX.length);
    if (!name.startsWith(PREFIX) || userId === readKnownUser()?.id || readCanary(userId) !== null) continue;
    noteDeparture({ userId, unsent: 'keep' });
  }
}
