import * as v from 'valibot';
import { readItem, removeItem, watchItem, writeItem } from '#pwa/device/local-storage.ts';
import { writePendingSite } from '#pwa/device/site.ts';
import { ProfileInput } from '#schema/account/profile.ts';
import { User } from '#schema/account/user.ts';

/*
 * The known user of this device: the last one who signed in and has not signed out. They stay known when
 * their session expires, and only their private store may be opened. Stored in localStorage beside the token,
 * so every tab and every write transaction can read it synchronously, without Dexie.
 *
 * Their unsent profile changes are stored beside it: they are applied on top of the server's version, and
 * never written into it.
 */
const KEY = 'carrel.user';
const PENDING_KEY = 'carrel.user.pending';

const PendingProfile = v.object({ userId: v.string(), ...ProfileInput.entries });

let cached: { text: string; pendingText: string | null; user: User | null } | null = null;

/** Returns the user with their unsent profile changes applied. The same object until something changes. */
export function readKnownUser(): User | null {
  const text = readItem(KEY);
  if (text === null) return null;
  const pendingText = readItem(PENDING_KEY);
  if (cached?.text !== text || cached.pendingText !== pendingText) {
    cached = { text, pendingText, user: withPending(parseUser(text), pendingText) };
  }
  return cached.user;
}

/** Returns the user as last received from the server. */
export function readConfirmedUser(): User | null {
  const text = readItem(KEY);
  return text === null ? null : parseUser(text);
}

/** Stores the server's version of the user. Only some replies contain the proof of the account; it stays. */
export function writeKnownUser(user: User): void {
  const known = readConfirmedUser();
  const accountProof = user.accountProof ?? (known?.id === user.id ? known.accountProof : undefined);
  const text = JSON.stringify(accountProof === undefined ? user : { ...user, accountProof });
  if (text !== readItem(KEY)) writeItem(KEY, text);
}

/** Stores the unsent changes of the user's profile; none without fields. Derived from the outbox only. */
export function writePendingProfile(userId: string, fields: ProfileInput): void {
  if (Object.keys(fields).length === 0) {
    if (readItem(PENDING_KEY) !== null) removeItem(PENDING_KEY);
    return;
  }
  const text = JSON.stringify({ ...fields, userId });
  if (text !== readItem(PENDING_KEY)) writeItem(PENDING_KEY, text);
}

export const hasPendingProfile = (): boolean => readItem(PENDING_KEY) !== null;

export function forgetKnownUser(): void {
  cached = null;
  writePendingSite({});
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
