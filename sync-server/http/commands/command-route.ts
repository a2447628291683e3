import type { Endpoint } from '#schema/endpoints/endpoint.ts';
import { IDEMPOTENCY_REPLAYED_HEADER, RECEIPT_HEADER } from '#schema/protocol.ts';
import type { Deps } from '#sync-server/deps.ts';
import { letOthersIn } from '#sync-server/turns/next-turn.ts';
import { ApiError } from '../reply/api-error.ts';
import { type AppContext, jsonReply } from '../reply.ts';
import { misplaced, type Route } from '../route.ts';
import type { CommandReply, PreparedCommand } from './command.ts';
import { type CommandHandler, needsReceiptFirst } from './command-handler.ts';
import { type CommandRequest, readCommandRequest } from './command-request.ts';
import { makeReady } from './make-ready.ts';
import { preferenceHeaders } from './preference.ts';
import { preparedCommandOf } from './prepared-command.ts';
import { runSingleCommand } from './run-command.ts';

/**
 * A call of the outbox: with an Idempotency-Key it runs once, however often it is sent. Its steps:
 * 1. The caller is admitted, the request is read and counted (`readCommandRequest`).
 * 2. What is slow, or limited, is done before the transaction (`makeReady`).
 * 3. The command runs in a transaction, which authorises the caller, finds or writes the receipt, and does the work
 *    (`runCommand`).
 * 4. The reply is completed.
 */
export function commandRoute<E extends Endpoint, Ready = undefined>(
  deps: Deps,
  handler: CommandHandler<E, Ready>,
): Route {
  const { endpoint } = handler;
  if (endpoint.caller === 'anyone' || !endpoint.isCommand) throw misplaced(endpoint);
  const isReauthorised = !needsReceiptFirst(handler);
  return {
    endpoint,
    // `prepare` may depend on the effect of earlier commands of the batch.
    sharesTransaction: handler.prepare === undefined,
    handle: async (c) => {
      const request = await readCommandRequest(deps, c, { endpoint, isReauthorised });
      const readied = await makeReady(deps, handler, request);
      await letOthersIn();
      const command = preparedCommandOf(handler, { request, readied, now: deps.clock.now() });
      const reply = await run(deps, c, handler, command);
      await letOthersIn();
      if (!reply.isReplayed) await handler.afterCommit?.(request.origin, reply, readied.ready);
      return completeReply(deps, c, handler, { request, ready: readied.ready, reply });
    },
  };
}

/** Runs the command where its batch decides, or at once, or with those that wait for the same commit. */
function run<E extends Endpoint, Ready>(
  deps: Deps,
  c: AppContext,
  handler: CommandHandler<E, Ready>,
  command: PreparedCommand,
): Promise<CommandReply> {
  if (c.env?.batched !== undefined) return c.env.batched.run(command);
  return needsReceiptFirst(handler) ? runSingleCommand(deps.db, command) : deps.groupCommit.run(command);
}

interface Done<Ready> {
  readonly request: CommandRequest;
  readonly ready: Ready | undefined;
  readonly reply: CommandReply;
}

async function completeReply<E extends Endpoint, Ready>(
  deps: Deps,
  c: AppContext,
  { endpoint, complete }: CommandHandler<E, Ready>,
  { request: { origin, body, isPreferredMinimal, isAlone }, ready, reply }: Done<Ready>,
): Promise<Response> {
  const { receipt, status, position } = reply;
  const isFull = c.env?.batched?.isFull() === true;
  if (isFull && receipt !== null) throw batchFull();
  const isMinimal = endpoint.minimal !== null && (isPreferredMinimal || isFull);
  const completed = await complete?.(reply, { origin, body, ready, isMinimal });
  const headers: Record<string, string> = {
    ...completed?.headers,
    ...preferenceHeaders(endpoint, isMinimal),
  };
  if (isAlone && receipt !== null) {
    Object.assign(headers, await deps.restores.positionHeaders(position));
  }
  if (receipt !== null) headers[RECEIPT_HEADER] = receipt;
  if (reply.isReplayed) headers[IDEMPOTENCY_REPLAYED_HEADER] = 'true';
  return jsonReply(c, completed?.body ?? reply.body, { status, headers });
}

/** A repeat of the command returns its receipt, in a reply that has room for it. */
export const batchFull = (): ApiError => new ApiError('batch_full', { headers: { 'Retry-After': '1' } });
