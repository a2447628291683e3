import type { User } from '#schema/account/user.ts';
import { removeToken, writeToken } from '../api/token.ts';
import { forgetKnownUser, readKnownUser, writeKnownUser } from '../store/database/known-user.ts';
import { openPrivateStore, type PrivateStore } from '../store/database/private-store.ts';

/** A new device: no known user, nothing stored. */
export async function resetDevice(): Promise<void> {
  removeToken();
  forgetKnownUser();
  localStorage.clear();
  for (const { name } of await indexedDB.databases()) {
    if (name !== undefined) await deleteDatabase(name);
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
