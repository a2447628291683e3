import { messages, serverErrorMessage } from '#schema/messages.ts';
import { CallError } from '../../api/call.ts';

/** What the login screen says about a login that failed (section 8): the server's own words first. */
export function loginSentence(error: unknown): string {
  if (error instanceof CallError) {
    if (error.isSpecific) return error.message;
    return error.status === 0 ? messages.loginNoResponse : serverErrorMessage(error.status);
  }
  return `Error: ${error instanceof Error ? error.message : String(error)}`;
}
