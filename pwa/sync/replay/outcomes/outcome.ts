import type { ApiResponse } from '#pwa/api/api-response.ts';
import { isForeign } from '#pwa/api/foreign.ts';
import { stepOfCode } from '#schema/account/required-step.ts';
import { type Command, type CommandKind, failureOf, refusalOf } from '#schema/commands/all-commands.ts';
import { messages } from '#schema/messages/messages.ts';

/** The meaning of a response for the command that was sent. `problem` is a sentence for users. */
export type Outcome =
  | { readonly kind: 'acknowledged' }
  | {
      readonly kind: 'retry';
      readonly problem: string;
      /** It says nothing about the command: something between this device and the server replied, or changed the call. */
      readonly isBlocked: boolean;
    }
  | { readonly kind: 'paused'; readonly problem: string }
  | { readonly kind: 'refused'; readonly problem: string };

/** Statuses below 500 that do not concern the request itself. */
const RETRY_STATUSES: readonly number[] = [0, 401, 408, 425, 429];
/** The server could not read the body. This device sends none that is invalid, so it was changed on its way. */
const DAMAGED_CODES: readonly unknown[] = ['malformed_json', 'unsupported_type'];

/**
 * Rules, in this order; the first that matches decides.
 * 1. Acknowledged: a readable 2xx whose `Receipt` names exactly this command. The server wrote that receipt
 *    in the transaction of the effect, so it is done exactly once.
 * 2. Paused: a 401 that ends the session. The same user's next login resumes it.
 * 3. Retry without limit: no response, 401 of a proxy, 408, 425, 429, 5xx, and any 2xx or 3xx that is no ack
 *    (a captive portal's page, an empty body, another command's receipt). Also a 403 because the account has
 *    a required step to do: it leaves no receipt, and the same command succeeds afterwards.
 * 4. Refused: a 4xx that proves to be from this product's server, with its message or the catalogue's; a retry would
 *    return the same reply.
 * 5. Retry: any other 4xx (a firewall's reply says nothing about the command), and one because the body was damaged.
 */
export function decideOutcome(command: Pick<Command, 'id' | 'kind'>, response: ApiResponse): Outcome {
  const { status, error } = response;
  const isSuccess = status >= 200 && status < 300;
  if (isSuccess && response.output !== null && response.receipt === command.id)
    return { kind: 'acknowledged' };
  if (response.endsSession) return { kind: 'paused', problem: error?.error ?? messages.sessionEnded };
  const isRefusal = status >= 400 && status < 500 && !isForAnotherTime(response);
  if (isRefusal && (response.isFromServer || response.receipt === command.id) && !isDamaged(response)) {
    return { kind: 'refused', problem: error?.error ?? refusalOf(command.kind, status) };
  }
  const isLost = status > 0 && status < 400;
  const isBlocked = isLost || isForeign(response) || isDamaged(response);
  return { kind: 'retry', problem: error?.error ?? fallbackFor(command.kind, status), isBlocked };
}

/** The body of the call did not arrive as it was sent. */
export const isDamaged = ({ error }: Pick<ApiResponse, 'error'>): boolean =>
  DAMAGED_CODES.includes(error?.code);

/** A refusal that does not concern the request itself: a retry may succeed. */
export function isForAnotherTime({ status, error }: Pick<ApiResponse, 'status' | 'error'>): boolean {
  return RETRY_STATUSES.includes(status) || stepOfCode(error?.code) !== null;
}

function fallbackFor(kind: CommandKind, status: number): string {
  if (status === 0) return messages.networkError;
  return status >= 400 ? failureOf(kind) : messages.replyUnreadable;
}
