import type { Endpoint } from '#schema/endpoints/endpoint.ts';
import { inTransaction } from '#sync-server/db/transaction.ts';
import type { Deps } from '#sync-server/deps.ts';
import { ApiError } from '../reply/api-error.ts';
import { type CommandHandler, needsReceiptFirst } from './command-handler.ts';
import type { CommandRequest } from './command-request.ts';
import { findReceipt } from './receipt-queries.ts';
import { leavesReceipt } from './run-command.ts';

/** The slow work of a command, done before its transaction. */
export interface Readied<Ready> {
  readonly ready: Ready | undefined;
  /** Why the command is refused once it runs, so that the refusal has a receipt. */
  readonly refusal: ApiError | undefined;
}

/** Takes the steps of a handler that come before the transaction. Throws ApiError for a limit that is reached. */
export async function makeReady<E extends Endpoint, Ready>(
  deps: Deps,
  handler: CommandHandler<E, Ready>,
  { origin, key, body }: CommandRequest,
): Promise<Readied<Ready>> {
  const isNew = needsReceiptFirst(handler) && (await hasNoReceipt(deps, origin.caller.id, key));
  if (isNew) await handler.admit?.(origin);
  const prepared = isNew ? await handler.prepare?.(body, origin) : undefined;
  if (handler.digest === undefined) return { ready: prepared, refusal: undefined };
  const { ready = prepared, refusal } = await refusable(handler.digest(body));
  return { ready, refusal };
}

/**
 * A repeat of a finished command is never rate limited, nor prepared again. The transaction waits for those under way,
 * in one of which the command may be; a read would not.
 */
async function hasNoReceipt(deps: Deps, userId: string, key: string | null): Promise<boolean> {
  if (key === null) return true;
  return (await inTransaction(deps.db, (trx) => findReceipt(trx, userId, key))) === undefined;
}

/**
 * Returns the value, or the error that explains its absence; an error that leaves no receipt, and any other
 * exception, is rethrown.
 */
async function refusable<Ready>(work: Promise<Ready>): Promise<Readied<Ready>> {
  try {
    return { ready: await work, refusal: undefined };
  } catch (error) {
    if (!(error instanceof ApiError) || !leavesReceipt(error.status)) throw error;
    return { ready: undefined, refusal: error };
  }
}
