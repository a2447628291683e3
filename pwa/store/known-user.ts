import * as v from 'valibot';
import { ProfileInput } from '#schema/profile.ts';
import { User } from '#schema/user.ts';
import { readItem, removeItem, watchItem, writeItem } from '../device/local-storage.ts';

/*
 * The person this device knows: whoever signed in last and has not signed out. They stay known when
 * their session expires, and only their private store may be opened. It lives in localStorage beside
 * the token, so that every tab and every write transaction can ask synchronously, without Dexie.
 *
 * Beside it lies what they changed in their profile and the server has not heard of yet: it is shown on
 * top of the server's word, and never written into it.
 */
const KEY = 'carrel.user';
const PENDING_KEY = 'carrel.user.pending';

const PendingProfile = v.object({ userId: v.string(), ...ProfileInput.entries });

let cached: { text: string; pendingText: string | null; user: User | null } | null = null;

/** The person as they see themselves: what they changed and not yet sent included. The same object until something changes. */
export function readKnownUser(): User | null {
  const text = readItem(KEY);
  if (text === null) return null;
  const pendingText = readItem(PENDING_KEY);
  if (cached?.text !== text || cached.pendingText !== pendingText) {
    cached = { text, pendingText, user: withPending(parseUser(text), pendingText) };
  }
  return cached.user;
}

/** The person as the server last described them. */
export function readConfirmedUser(): User | null {
  const text = readItem(KEY);
  return text === null ? null : parseUser(text);
}

/** Writes down the server's word on the person. */
export function writeKnownUser(user: User): void {
  const text = JSON.stringify(user);
  if (text !== readItem(KEY)) writeItem(KEY, text);
}

/** What of a person's profile waits to be sent; with no fields nothing does. Only the outbox knows. */
export function writePendingProfile(userId: string, fields: ProfileInput): void {
  if (Object.keys(fields).length === 0) {
    if (readItem(PENDING_KEY) !== null) removeItem(PENDING_KEY);
    return;
  }
  const text = JSON.stringify({ ...fields, userId });
  if (text !== readItem(PENDING_KEY)) writeItem(PENDING_KEY, text);
}

export function forgetKnownUser(): void {
  cached = null;
  if (readItem(PENDING_KEY) !== null) removeItem(PENDING_KEY);
  removeItem(KEY);
}

export function watchKnownUser(listener: () => void): () => void {
  const stops = [watchItem(KEY, listener), watchItem(PENDING_KEY, listener)];
  return () => {
    for (const stop of stops) stop();
  };
}

function withPending(user: User | null, pendingText: string | null): User | null {
  if (user === null || pendingText === null) return user;
  const pending = v.safeParse(PendingProfile, parseJson(pendingText));
  if (!pending.success || pending.output.userId !== user.id) return user;
  const { name = user.name, avatar = user.avatar } = pending.output;
  return { ...user, name, avatar };
}

function parseUser(text: string): User | null {
  const parsed = v.safeParse(User, parseJson(text));
  return parsed.success ? parsed.output : null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
