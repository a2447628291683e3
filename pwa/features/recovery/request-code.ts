import { accountEndpoints } from '#schema/account-endpoints.ts';
import { call } from '../../api/call.ts';
import { readSentCode, type SentCode, writeSentCode } from './recovery-session.ts';

/**
 * Asks for a code and stores the request in this tab. A request that the tab made with the same email
 * before is named, so that it keeps its id; any other gets one of its own. Throws CallError.
 */
export async function requestCode(email: string): Promise<SentCode> {
  const earlier = readSentCode();
  const isSame = earlier?.email === email && earlier.requestId !== null;
  const body = isSame ? { email, requestId: earlier.requestId } : { email };
  const { requestId } = await call(accountEndpoints.forgotPassword, { body });
  const sent = { email, requestId, sentAt: Date.now() };
  writeSentCode(sent);
  return sent;
}
