import { adminMessages } from '#schema/admin-messages.ts';
import { CallError } from '../../api/call.ts';

/** What the admins' door says about a login that failed: the server's words, the catalogue's, else the screen's (section 8). */
export function adminLoginSentence(error: unknown): string {
  if (error instanceof CallError && error.status === 401 && !error.isServerSentence) {
    return adminMessages.adminLoginScreenFailed;
  }
  return error instanceof Error && error.message !== ''
    ? error.message
    : adminMessages.adminLoginScreenFailed;
}
