import { BATCH_READS_MAX_CHARACTERS } from '#schema/limits.ts';
import { serverMessages } from '#schema/messages/server-messages.ts';
import type { BatchRequest } from '#schema/sync/batch.ts';
import type { Deps } from '../../deps.ts';
import type { Caller } from '../../http/caller.ts';
import { runSingleCommand } from '../../http/commands/run-command.ts';
import { type CommandOutcome, runAllOrNone, runCommandsInOrder } from '../../http/commands/run-commands.ts';
import type { Route } from '../../http/endpoint-routes.ts';
import { ApiError } from '../../http/reply/api-error.ts';
import type { AppContext } from '../../http/reply.ts';
import { entryOf, refusalEntry } from './batch-entry.ts';
import {
  type Dispatch,
  type FindRoute,
  isBatchable,
  makeCall,
  type PendingCommand,
  startCall,
} from './batched-request.ts';

/** The dependencies of a batch. */
export interface BatchContext {
  readonly deps: Deps;
  readonly c: AppContext;
  readonly caller: Caller;
  readonly dispatch: Dispatch;
  readonly findRoute: FindRoute;
}

/** The reply: one entry per request, in order, each as JSON text. */
export interface BatchResult {
  readonly entries: readonly string[];
  readonly failedId: string | null;
}

const READS_RETRY_SECONDS = 1;

/**
 * Runs requests in order and independently. Consecutive commands wait until a read, or a command that must
 * read first, depends on their effects; then they run together in few transactions.
 */
export async function runInOrder(
  context: BatchContext,
  requests: readonly BatchRequest[],
): Promise<BatchResult> {
  const { deps, c } = context;
  const entries: (string | Promise<string>)[] = [];
  let waiting: PendingCommand[] = [];
  let readCharacters = 0;
  const flush = async () => {
    const batch = waiting;
    waiting = [];
    deliverOutcomes(batch, await runCommandsInOrder(deps.db, commandsOf(batch)));
  };
  for (const request of requests) {
    const route = findAllowed(context, request);
    if (route instanceof ApiError) {
      entries.push(refusalEntry(request.id, route, c.get('requestId')));
    } else if (route.sharesTransaction) {
      const call = startCall(context, request);
      const pending = await call.command;
      if (pending !== null) waiting.push(pending);
      entries.push(call.response.then((response) => entryOf(request.id, response)));
    } else {
      await flush();
      const isRead = route.endpoint.method === 'GET';
      const entry = await runAlone(context, request, isRead && readCharacters > BATCH_READS_MAX_CHARACTERS);
      if (isRead) readCharacters += entry.length;
      entries.push(entry);
    }
  }
  await flush();
  return { entries: await Promise.all(entries), failedId: null };
}

async function runAlone(context: BatchContext, request: BatchRequest, isPutOff: boolean): Promise<string> {
  const { deps, c } = context;
  if (isPutOff) {
    const headers = { 'Retry-After': String(READS_RETRY_SECONDS) };
    return refusalEntry(request.id, new ApiError('too_many_requests', { headers }), c.get('requestId'));
  }
  const response = await makeCall(context, request, (command) => runSingleCommand(deps.db, command));
  return entryOf(request.id, response);
}

/**
 * Runs requests in one transaction: all of them, or none. Accepts commands without effects outside of it.
 * Rejects, with no effect, when an unexpected error rolled the transaction back.
 */
export async function runAtomically(
  context: BatchContext,
  requests: readonly BatchRequest[],
): Promise<BatchResult> {
  const waiting: (PendingCommand & { readonly entry: Promise<string> })[] = [];
  for (const request of requests) {
    const begun = await begin(context, request);
    if (typeof begun === 'string') {
      deliverOutcomes(waiting, waiting.map(undone));
      return undoneBecauseOf(context, requests, { id: request.id, entry: begun });
    }
    waiting.push(begun);
  }
  try {
    const { outcomes, failed } = await runAllOrNone(context.deps.db, commandsOf(waiting));
    deliverOutcomes(waiting, outcomes);
    const entries = await Promise.all(waiting.map(({ entry }) => entry));
    return { entries, failedId: failed === null ? null : (requests[failed]?.id ?? null) };
  } catch (error) {
    deliverOutcomes(waiting, waiting.map(undone));
    throw error;
  }
}

/** A call with its pending command, or the entry (JSON text) of one that ended before. */
async function begin(context: BatchContext, request: BatchRequest) {
  const route = findAllowed(context, request);
  const refusal = route instanceof ApiError ? route : requireShared(route);
  if (refusal !== null) return refusalEntry(request.id, refusal, context.c.get('requestId'));
  const call = startCall(context, request);
  const pending = await call.command;
  const entry = call.response.then((response) => entryOf(request.id, response));
  return pending === null ? entry : { ...pending, entry };
}

function undoneBecauseOf(
  { c }: BatchContext,
  requests: readonly BatchRequest[],
  failed: { readonly id: string; readonly entry: string },
): BatchResult {
  const entries = requests.map(({ id }) =>
    id === failed.id ? failed.entry : refusalEntry(id, new ApiError('batch_undone'), c.get('requestId')),
  );
  return { entries, failedId: failed.id };
}

/** The route of a request, or why it may not run in a batch. */
function findAllowed({ findRoute }: BatchContext, request: BatchRequest): Route | ApiError {
  const route = findRoute(request);
  if (route === undefined) return new ApiError('not_found');
  return isBatchable(route.endpoint)
    ? route
    : new ApiError('invalid_input', { message: serverMessages.batchRefuses });
}

function requireShared({ sharesTransaction }: Route): ApiError | null {
  return sharesTransaction ? null : new ApiError('invalid_input', { message: serverMessages.batchNotAtomic });
}

const commandsOf = (waiting: readonly PendingCommand[]) => waiting.map(({ command }) => command);
const undone = (): CommandOutcome => ({ error: new ApiError('batch_undone') });

/** Resumes the calls, each with the outcome of its command. */
function deliverOutcomes(waiting: readonly PendingCommand[], outcomes: readonly CommandOutcome[]): void {
  for (const [i, { succeed, fail }] of waiting.entries()) {
    const outcome = outcomes[i];
    if (outcome !== undefined && 'reply' in outcome) succeed(outcome.reply);
    else fail(outcome?.error ?? new Error('A command of a batch was lost'));
  }
}
