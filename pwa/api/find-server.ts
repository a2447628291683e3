import { ALIVE, TIMEOUT_MS } from './server-there.ts';

const FIRST_ERROR_STATUS = 400;
/** Network Authentication Required. */
const SIGN_IN_STATUS = 511;

/** `signInPage`: something else replied with a page or a redirect, as networks do that ask their users to sign in. */
export type Presence = 'there' | 'away' | 'signInPage';

/** What responds in the server's place now, if not the server. Never rejects. */
export async function findServer(): Promise<Presence> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), TIMEOUT_MS);
  try {
    const init = { cache: 'no-store', redirect: 'manual', signal: controller.signal } as const;
    const reply = await fetch(ALIVE.path, init);
    if (reply.ok && (await reply.text()) === ALIVE.body) return 'there';
    return reply.status < FIRST_ERROR_STATUS || reply.status === SIGN_IN_STATUS ? 'signInPage' : 'away';
  } catch {
    return 'away';
  } finally {
    clearTimeout(timer);
  }
}
