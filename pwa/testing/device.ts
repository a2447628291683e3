import type { User } from '#schema/account/user.ts';
import { removeToken, writeToken } from '../api/token.ts';
import { forgetKnownUser, readKnownUser, writeKnownUser } from '../store/database/known-user.ts';
import { openPrivateStore, type PrivateStore } from '../store/database/private-store.ts';

/** Rounds without a change, after which nothing more is stored. */
const QUIET_ROUNDS = 5;

/** A new device: no known user, nothing stored. Work of the test before may be under way, and store something again. */
export async function resetDevice(): Promise<void> {
  removeToken();
  forgetKnownUser();
  for (let quiet = 0; quiet < QUIET_ROUNDS; quiet += 1) {
    const names = await listDatabases();
    if (names.length > 0 || localStorage.length > 0) quiet = 0;
    localStorage.clear();
    // A round without a database takes its turn of the event loop, too.
    for (const name of [...names, 'none']) await deleteDatabase(name);
  }
}

/** Deletes a database as a browser may, without notice. */
export function deleteDatabase(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = () => resolve();
    request.onerror = () => reject(request.error);
  });
}

export async function listDatabases(): Promise<string[]> {
  return (await indexedDB.databases()).map(({ name }) => name ?? '').sort();
}

/** Makes a user the known one of this device, with a token of theirs. */
export function signInAs(user: User): PrivateStore {
  writeToken(tokenOf(user.id));
  writeKnownUser(user);
  return openPrivateStore(user.id);
}

/** Returns the known user's id, as a screen would see it. */
export function knownUserId(): string {
  return readKnownUser()?.id ?? '';
}

/** A token of the right shape, which no server would accept. */
export function tokenOf(userId: string): string {
  const encode = (part: unknown) => btoa(JSON.stringify(part)).replace(/=+$/, '');
  return `${encode({ alg: 'HS256' })}.${encode({ sub: userId })}.signature`;
}

/** Returns all items of localStorage. */
export function listItems(): Record<string, string | null> {
  const keys = Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at) ?? '');
  return Object.fromEntries(keys.map((key) => [key, localStorage.getItem(key)]));
}
