import { messages } from '#schema/messages.ts';
import type { Answer } from '../api/answer.ts';

/** What an answer means for the command that was sent. `problem` is a sentence for people. */
export type Outcome =
  | { readonly kind: 'acknowledged' }
  | { readonly kind: 'retry'; readonly problem: string }
  | { readonly kind: 'paused'; readonly problem: string }
  | { readonly kind: 'refused'; readonly problem: string };

const RETRY_STATUSES: readonly number[] = [0, 401, 408, 425, 429];

/**
 * The ladder, from the top; the first rung that holds decides.
 * 1. Acknowledged: a 2xx that can be read and whose `Receipt` names this very command. The server
 *    wrote that receipt in the transaction of the effect, so it is done and done once.
 * 2. Paused: a 401 that says the session is over. The same person's next login goes on.
 * 3. Retry, for ever: no answer, 401 of a proxy, 408, 425, 429, 5xx, and any 2xx or 3xx that is no ack
 *    (a captive portal's page, an empty body, another command's receipt).
 * 4. Refused: a 4xx in the server's own words; asking again would bring the same words.
 * 5. Retry: a 4xx in anybody else's words (a firewall's page says nothing about the command).
 */
export function decideOutcome(commandId: string, answer: Answer): Outcome {
  const { status, error } = answer;
  const isSuccess = status >= 200 && status < 300;
  if (isSuccess && answer.output !== null && answer.receipt === commandId) return { kind: 'acknowledged' };
  if (answer.endsSession) return { kind: 'paused', problem: error?.error ?? messages.sessionEnded };
  const isRefusal = status >= 400 && status < 500 && !RETRY_STATUSES.includes(status);
  if (isRefusal && error !== null && (error.code !== undefined || answer.receipt === commandId)) {
    return { kind: 'refused', problem: error.error };
  }
  const problem = status === 0 ? messages.networkError : (error?.error ?? messages.replyUnreadable);
  return { kind: 'retry', problem };
}
