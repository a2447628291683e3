import { readResetFragment } from '#schema/account/reset-link.ts';
import { readSentCode, type SentCode, writeSentCode } from './recovery-session.ts';

/**
 * The code request of this tab, or that of the link in a mail that an admin had sent. The link's is stored, and leaves the
 * address.
 */
export function takeSentCode(): SentCode | null {
  const link = readResetFragment(location.hash);
  if (link === null) return readSentCode();
  // A clock that is behind must not show more time than the code has; one that is ahead is not noticed.
  const sentAt = Math.min(Date.parse(link.createdAt), Date.now());
  const sent = { email: link.email, requestId: link.requestId, sentAt };
  writeSentCode(sent);
  history.replaceState(history.state, '', location.pathname + location.search);
  return sent;
}
