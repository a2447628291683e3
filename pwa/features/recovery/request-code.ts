import { call } from '#pwa/api/call.ts';
import { helpEndpoints } from '#schema/endpoints/help-endpoints.ts';
import { readSentCode, type SentCode, writeSentCode } from './recovery-session.ts';

/**
 * Requests a code and stores the request in this tab. If the tab made an earlier request for the same email,
 * its id is sent and stays the same; otherwise the request gets a new one.
 *
 * @throws {CallError}
 */
export async function requestCode(email: string): Promise<SentCode> {
  const earlier = readSentCode();
  const body = earlier?.email === email ? { email, requestId: earlier.requestId } : { email };
  const { requestId } = await call(helpEndpoints.forgotPassword, { body });
  const sent = { email, requestId, sentAt: Date.now() };
  writeSentCode(sent);
  return sent;
}
