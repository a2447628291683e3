import { exchange } from '#pwa/api/exchange.ts';
import { isInstalledApp } from '#pwa/device/display-mode.ts';
import { readItem, removeItem, writeItem } from '#pwa/device/local-storage.ts';
import type { SessionReply } from '#schema/account/user.ts';
import { accountEndpoints } from '#schema/endpoints/account-endpoints.ts';
import { HANDOVER_HEADER } from '#schema/protocol.ts';

/*
 * A home-screen app on an iPhone starts with empty storage, but with the browser's cookies. One of them,
 * inaccessible to scripts, starts a session there.
 *
 * It must not sign in a user who signed out, with or without a network. So a device on which a user signed
 * out never uses it again until the next sign-in:
 *
 *   (nothing stored) ──sign out──> ending ──the server removed the cookie──> ended
 *          ^ └── requested again at each start, and when the connection is back
 *          └────────────────────── sign in (which sets a new cookie) ────────────┘
 */
const KEY = 'carrel.handover';
const TIMEOUT_MS = 5_000;
const headers = { [HANDOVER_HEADER]: '1' };

/** The user signs out: from here on the cookie is not used, even if this page dies. */
export function forbidHandover(): void {
  writeItem(KEY, 'ending');
}

/** A user signed in: the cookie is theirs now. */
export function allowHandover(): void {
  if (readItem(KEY) !== null) removeItem(KEY);
}

/**
 * Requests that the server removes the cookie of the user who signed out; without a response, it is requested
 * again later.
 */
export async function finishHandover(): Promise<void> {
  if (readItem(KEY) !== 'ending') return;
  const { output } = await exchange(accountEndpoints.endSession, { headers, token: null });
  if (output !== null && readItem(KEY) === 'ending') writeItem(KEY, 'ended');
}

/**
 * Returns the session that the cookie starts in an installed app; null if there is none, or without a quick
 * response.
 */
export async function takeHandover(): Promise<SessionReply | null> {
  if (!isInstalledApp() || readItem(KEY) !== null) return null;
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), TIMEOUT_MS);
  const options = { headers, token: null, signal: controller.signal };
  const { output } = await exchange(accountEndpoints.resumeSession, options);
  clearTimeout(timer);
  return readItem(KEY) === null ? (output?.session ?? null) : null;
}
