import { CallError } from '#pwa/api/call.ts';
import { messages, serverErrorMessage } from '#schema/messages/messages.ts';

/** The message for a failed login (spec map, section 8): the server's own has precedence. */
export function loginSentence(error: unknown): string {
  if (error instanceof CallError) {
    if (error.isSpecific) return error.message;
    return error.status === 0 ? messages.loginNoResponse : serverErrorMessage(error.status);
  }
  return `Error: ${error instanceof Error ? error.message : String(error)}`;
}
