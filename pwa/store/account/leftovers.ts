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
  for (const { name = '' } of await listDatabases()) {
    const userId = name.slice(PREFIX.length);
    if (!name.startsWith(PREFIX) || userId === readKnownUser()?.id || readCanary(userId) !== null) continue;
    noteDeparture({ userId, unsent: 'keep' });
  }
}

/** None where the browser blocks them, or is too old to list them. */
async function listDatabases(): Promise<IDBDatabaseInfo[]> {
  try {
    return (await indexedDB.databases?.()) ?? [];
  } catch {
    return [];
  }
}
