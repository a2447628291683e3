import * as v from 'valibot';
import { readTabItem, removeTabItem, writeTabItem } from '#pwa/device/tab-storage.ts';

/*
 * The state of a password recovery, in this tab only (spec map, section 3): email and reset token, the id of
 * the request, by which its attempts are counted, and the time at which the code was requested, so that the
 * countdown survives a reload.
 */
const EMAIL = 'resetEmail';
const REQUEST_ID = 'resetRequestId';
const SENT_AT = 'resetCodeSentAt';
const TOKEN = 'resetToken';

export interface SentCode {
  readonly email: string;
  /** The server's id of the request. */
  readonly requestId: string;
  /** Milliseconds since the epoch, by this device's clock. */
  readonly sentAt: number;
}

const SentAt = v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number));

/** The code that was requested last; null before the first step. */
export function readSentCode(): SentCode | null {
  const email = readTabItem(EMAIL);
  const sentAt = v.safeParse(SentAt, readTabItem(SENT_AT));
  const requestId = readTabItem(REQUEST_ID);
  if (email === null || email === '' || requestId === null) return null;
  // Without a readable time, the code counts as expired, and another can be requested.
  return { email, requestId, sentAt: sentAt.success ? sentAt.output : 0 };
}

export function writeSentCode({ email, requestId, sentAt }: SentCode): void {
  writeTabItem(EMAIL, email);
  writeTabItem(REQUEST_ID, requestId);
  writeTabItem(SENT_AT, String(sentAt));
}

export function readResetToken(): string | null {
  return readTabItem(TOKEN);
}

export function writeResetToken(token: string): void {
  writeTabItem(TOKEN, token);
}

/** Removes token, email and request after the password was changed. */
export function clearRecovery(): void {
  for (const key of [EMAIL, REQUEST_ID, SENT_AT, TOKEN]) removeTabItem(key);
}
