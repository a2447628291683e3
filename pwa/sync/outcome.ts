import { type Command, type CommandKind, failureOf, refusalOf } from '#schema/commands/all-commands.ts';
import { messages } from '#schema/messages.ts';
import { stepOfCode } from '#schema/required-step.ts';
import type { Answer } from '../api/answer.ts';

/** What an answer means for the command that was sent. `problem` is a sentence for people. */
export type Outcome =
  | { readonly kind: 'acknowledged' }
  | { readonly kind: 'retry'; readonly problem: string }
  | { readonly kind: 'paused'; readonly problem: string }
  | { readonly kind: 'refused'; readonly problem: string };

/** Statuses below 500 that say nothing about the request itself. */
const RETRY_STATUSES: readonly number[] = [0, 401, 408, 425, 429];

/**
 * The ladder, from the top; the first rung that holds decides.
 * 1. Acknowledged: a 2xx that can be read and whose `Receipt` names this very command. The server
 *    wrote that receipt in the transaction of the effect, so it is done and done once.
 * 2. Paused: a 401 that says the session is over. The same person's next login goes on.
 * 3. Retry, for ever: no answer, 401 of a proxy, 408, 425, 429, 5xx, and any 2xx or 3xx that is no ack
 *    (a captive portal's page, an empty body, another command's receipt).
 *    Also a 403 because the account has a required step to do: it leaves no receipt, and the same command
 *    succeeds afterwards.
 * 4. Refused: a 4xx with the server's own sentence, or one whose headers prove that this product's server
 *    made it, with the catalogue's sentence; asking again would bring the same reply.
 * 5. Retry: a 4xx of anybody else (a firewall's page says nothing about the command).
 */
export function decideOutcome(command: Pick<Command, 'id' | 'kind'>, answer: Answer): Outcome {
  const { status, error } = answer;
  const isSuccess = status >= 200 && status < 300;
  if (isSuccess && answer.output !== null && answer.receipt === command.id) return { kind: 'acknowledged' };
  if (answer.endsSession) return { kind: 'paused', problem: error?.error ?? messages.sessionEnded };
  const isRefusal = status >= 400 && status < 500 && !isForAnotherTime(answer);
  if (isRefusal && error !== null && (error.code !== undefined || answer.receipt === command.id)) {
    return { kind: 'refused', problem: error.error };
  }
  if (isRefusal && error === null && answer.isFromServer) {
    return { kind: 'refused', problem: refusalOf(command.kind, status) };
  }
  return { kind: 'retry', problem: error?.error ?? fallbackFor(command.kind, status) };
}

/** A refusal that says nothing about the request itself: another try may fare better. */
export function isForAnotherTime({ status, error }: Pick<Answer, 'status' | 'error'>): boolean {
  return RETRY_STATUSES.includes(status) || stepOfCode(error?.code) !== null;
}

function fallbackFor(kind: CommandKind, status: number): string {
  if (status === 0) return messages.networkError;
  return status >= 400 ? failureOf(kind) : messages.replyUnreadable;
}
