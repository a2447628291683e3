import * as v from 'valibot';
import { readTabItem, removeTabItem, writeTabItem } from '../../device/tab-storage.ts';

/*
 * How far the recovery of a password has come, in this tab only (section 3: email and resetToken are kept
 * in session storage). Beside them are the id of the request, which its tries are counted on, and when the
 * code was asked for, so that its countdown survives a reload.
 */
const EMAIL = 'resetEmail';
const REQUEST_ID = 'resetRequestId';
const SENT_AT = 'resetCodeSentAt';
const TOKEN = 'resetToken';

export interface SentCode {
  readonly email: string;
  /** What the server named the request; null for one that an older version of the app made. */
  readonly requestId: string | null;
  /** Milliseconds since 1970, by this device's clock. */
  readonly sentAt: number;
}

const SentAt = v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number));

/** The code that was asked for last; null before the first step. */
export function readSentCode(): SentCode | null {
  const email = readTabItem(EMAIL);
  const sentAt = v.safeParse(SentAt, readTabItem(SENT_AT));
  if (email === null || email === '') return null;
  // Without a readable time the code counts as expired, and another can be asked for.
  return { email, requestId: readTabItem(REQUEST_ID), sentAt: sentAt.success ? sentAt.output : 0 };
}

export function writeSentCode({ email, requestId, sentAt }: SentCode): void {
  writeTabItem(EMAIL, email);
  if (requestId === null) removeTabItem(REQUEST_ID);
  else writeTabItem(REQUEST_ID, requestId);
  writeTabItem(SENT_AT, String(sentAt));
}

export function readResetToken(): string | null {
  return readTabItem(TOKEN);
}

export function writeResetToken(token: string): void {
  writeTabItem(TOKEN, token);
}

/** The password is new: token, email and request go. */
export function clearRecovery(): void {
  for (const key of [EMAIL, REQUEST_ID, SENT_AT, TOKEN]) removeTabItem(key);
}
