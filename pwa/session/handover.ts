import { accountEndpoints } from '#schema/account-endpoints.ts';
import { HANDOVER_HEADER } from '#schema/protocol.ts';
import type { SessionReply } from '#schema/user.ts';
import { exchange } from '../api/exchange.ts';
import { isInstalledApp } from '../device/display-mode.ts';
import { readItem, removeItem, writeItem } from '../device/local-storage.ts';

/*
 * A home-screen app on an iPhone begins with empty storage, but with the browser's cookies. One of them,
 * out of reach of scripts, begins a session there.
 *
 * Who signed out must not be brought back by it, with or without a network. So a device from which
 * somebody signed out never uses it again, until somebody signs in:
 *
 *   (nothing noted) ──sign out──> ending ──the server took the cookie away──> ended
 *          ^                        └── asked again at each start, and when the line is back
 *          └────────────────────── sign in (which brings a new cookie) ──────────┘
 */
const KEY = 'carrel.handover';
const PATIENCE_MS = 5_000;
const headers = { [HANDOVER_HEADER]: '1' };

/** Somebody leaves this device: from here on the cookie is not used, whatever becomes of this page. */
export function forbidHandover(): void {
  writeItem(KEY, 'ending');
}

/** Somebody signed in: the cookie is theirs now. */
export function allowHandover(): void {
  if (readItem(KEY) !== null) removeItem(KEY);
}

/** Has the server take the cookie of whoever left away; without an answer it is asked again later. */
export async function finishHandover(): Promise<void> {
  if (readItem(KEY) !== 'ending') return;
  const { output } = await exchange(accountEndpoints.endSession, { headers, token: null });
  if (output !== null && readItem(KEY) === 'ending') writeItem(KEY, 'ended');
}

/** The session that the cookie begins in an installed app; null for none, or when nobody answers soon. */
export async function takeHandover(): Promise<SessionReply | null> {
  if (!isInstalledApp() || readItem(KEY) !== null) return null;
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), PATIENCE_MS);
  const options = { headers, token: null, signal: patience.signal };
  const { output } = await exchange(accountEndpoints.resumeSession, options);
  clearTimeout(timer);
  return readItem(KEY) === null ? (output?.session ?? null) : null;
}
