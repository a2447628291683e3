import { CallError } from '#pwa/api/call.ts';
import { adminMessages } from '#schema/messages/admin-messages.ts';

/**
 * The message for a failed admin login: the server's, the catalogue's, or the screen's own (spec map, section
 * 8).
 */
export function adminLoginSentence(error: unknown): string {
  if (error instanceof CallError && error.status === 401 && !error.isServerSentence) {
    return adminMessages.adminLoginScreenFailed;
  }
  return error instanceof Error && error.message !== ''
    ? error.message
    : adminMessages.adminLoginScreenFailed;
}
