import * as v from 'valibot';

/*
 * How far the recovery of a password has come, in this tab only (section 3: email and resetToken are kept
 * in session storage). Beside them stands when the code was asked for, so that its countdown survives a
 * reload. Where the browser forbids storage, values live as long as the page does.
 */
const EMAIL = 'resetEmail';
const SENT_AT = 'resetCodeSentAt';
const TOKEN = 'resetToken';

const memory = new Map<string, string>();

export interface SentCode {
  readonly email: string;
  /** Milliseconds since 1970, by this device's clock. */
  readonly sentAt: number;
}

const SentAt = v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number));

/** The code that was asked for last; null before the first step. */
export function readSentCode(): SentCode | null {
  const email = readItem(EMAIL);
  const sentAt = v.safeParse(SentAt, readItem(SENT_AT));
  if (email === null || email === '') return null;
  // Without a readable time the code counts as expired, and another can be asked for.
  return { email, sentAt: sentAt.success ? sentAt.output : 0 };
}

export function writeSentCode({ email, sentAt }: SentCode): void {
  writeItem(EMAIL, email);
  writeItem(SENT_AT, String(sentAt));
}

export function readResetToken(): string | null {
  return readItem(TOKEN);
}

export function writeResetToken(token: string): void {
  writeItem(TOKEN, token);
}

/** The password is new: token and email go. */
export function clearRecovery(): void {
  for (const key of [EMAIL, SENT_AT, TOKEN]) {
    memory.delete(key);
    try {
      sessionStorage.removeItem(key);
    } catch {
      // Forbidden storage holds nothing of ours.
    }
  }
}

function readItem(key: string): string | null {
  try {
    return memory.get(key) ?? sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

function writeItem(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value);
  } catch {
    memory.set(key, value);
  }
}
