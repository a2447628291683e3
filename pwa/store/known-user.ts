import * as v from 'valibot';
import { User } from '#schema/user.ts';
import { readItem, removeItem, watchItem, writeItem } from '../device/local-storage.ts';

/*
 * The person this device knows: whoever signed in last and has not signed out. They stay known when
 * their session expires, and only their private store may be opened. It lives in localStorage beside
 * the token, so that every tab and every write transaction can ask synchronously, without Dexie.
 */
const KEY = 'carrel.user';

let cached: { text: string; user: User | null } | null = null;

export function readKnownUser(): User | null {
  const text = readItem(KEY);
  if (text === null) return null;
  if (cached?.text !== text) cached = { text, user: parseUser(text) };
  return cached.user;
}

export function writeKnownUser(user: User): void {
  const text = JSON.stringify(user);
  if (text !== readItem(KEY)) writeItem(KEY, text);
}

export function forgetKnownUser(): void {
  cached = null;
  removeItem(KEY);
}

export function watchKnownUser(listener: () => void): () => void {
  return watchItem(KEY, listener);
}

function parseUser(text: string): User | null {
  try {
    const parsed = v.safeParse(User, JSON.parse(text));
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
}
