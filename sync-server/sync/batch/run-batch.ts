import { BATCH_READS_MAX_CHARACTERS, BATCH_REPLIES_MAX_CHARACTERS } from '#schema/limits.ts';
import { serverMessages } from '#schema/messages/server-messages.ts';
import type { BatchRequest } from '#schema/sync/batch.ts';
import type { Deps } from '#sync-server/deps.ts';
import type { Caller } from '#sync-server/http/caller.ts';
import type { PreparedCommand } from '#sync-server/http/commands/command.ts';
import { batchFull } from '#sync-server/http/commands/command-route.ts';
import { runSingleCommand } from '#sync-server/http/commands/run-command.ts';
import {
  type CommandOutcome,
  runAllOrNone,
  runCommandsInOrder,
} from '#sync-server/http/commands/run-commands.ts';
import { ApiError } from '#sync-server/http/reply/api-error.ts';
import type { AppContext } from '#sync-server/http/reply.ts';
import type { Route } from '#sync-server/http/route.ts';
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

/** A pending command with its entry, which is ready after its outcome was delivered. */
type Waiting = PendingCommand & { readonly entry: Promise<string> };

/** The size of the replies to the commands of one batch. */
class ReplySize {
  #characters = 0;
  readonly isFull = (): boolean => this.#characters > BATCH_REPLIES_MAX_CHARACTERS;

  add(entry: string): void {
    this.#characters += entry.length;
  }
}

/**
 * Runs requests in order and independently. Consecutive commands wait until a read, or a command that must
 * read first, depends on their effects; then they run together in few transactions. Once the replies are large
 * enough, no further command runs, and the replies of those that have run are in their receipts when they
 * are repeated.
 */
export async function runInOrder(
  context: BatchContext,
  requests: readonly BatchRequest[],
): Promise<BatchResult> {
  const { deps, c } = context;
  const entries: (string | Promise<string>)[] = [];
  const size = new ReplySize();
  let waiting: Waiting[] = [];
  let readCharacters = 0;
  const flush = async () => {
    const left = waiting;
    waiting = [];
    if (!size.isFull()) {
      await runCommandsInOrder(deps.db, commandsOf(left), async (outcomes) => {
        await deliverOutcomes(left.splice(0, outcomes.length), outcomes, size);
        return !size.isFull();
      });
    }
    await deliverOutcomes(left, left.map(postponed), size);
  };
  for (const request of requests) {
    const route = findAllowed(context, request);
    if (route instanceof ApiError) {
      entries.push(refusalEntry(request.id, route, c.get('requestId')));
    } else if (route.sharesTransaction) {
      const { pending, entry } = await start(context, request, size);
      if (pending !== null) waiting.push({ ...pending, entry });
      entries.push(entry);
    } else {
      await flush();
      const isRead = route.endpoint.method === 'GET';
      const isPutOff = isRead && readCharacters > BATCH_READS_MAX_CHARACTERS;
      const entry = await runAlone(context, request, { isPutOff, size });
      if (isRead) readCharacters += entry.length;
      else size.add(entry);
      entries.push(entry);
    }
  }
  await flush();
  return { entries: await Promise.all(entries), failedId: null };
}

async function start(context: BatchContext, request: BatchRequest, { isFull }: ReplySize) {
  const call = startCall(context, request, isFull);
  const entry = call.response.then((response) => entryOf(request.id, response));
  return { pending: await call.command, entry };
}

interface Alone {
  /** A read beyond the size of all reads. */
  readonly isPutOff: boolean;
  readonly size: ReplySize;
}

async function runAlone(
  context: BatchContext,
  request: BatchRequest,
  { isPutOff, size: { isFull } }: Alone,
): Promise<string> {
  const { deps, c } = context;
  if (isFull() && request.method !== 'GET') return refusalEntry(request.id, batchFull(), c.get('requestId'));
  if (isPutOff) {
    const headers = { 'Retry-After': String(READS_RETRY_SECONDS) };
    return refusalEntry(request.id, new ApiError('too_many_requests', { headers }), c.get('requestId'));
  }
  const run = (command: PreparedCommand) => runSingleCommand(deps.db, command);
  const response = await makeCall(context, request, { run, isFull });
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
  const size = new ReplySize();
  const waiting: Waiting[] = [];
  for (const request of requests) {
    const begun = await begin(context, request, size);
    if (typeof begun === 'string') {
      await deliverOutcomes(waiting, waiting.map(undone), size);
      return undoneBecauseOf(context, requests, { id: request.id, entry: begun });
    }
    waiting.push(begun);
  }
  try {
    const { outcomes, failed } = await runAllOrNone(context.deps.db, commandsOf(waiting));
    await deliverOutcomes(waiting, outcomes, size);
    const entries = await Promise.all(waiting.map(({ entry }) => entry));
    return { entries, failedId: failed === null ? null : (requests[failed]?.id ?? null) };
  } catch (error) {
    await deliverOutcomes(waiting, waiting.map(undone), size);
    throw error;
  }
}

/** A call with its pending command, or the entry (JSON text) of one that ended before. */
async function begin(context: BatchContext, request: BatchRequest, size: ReplySize) {
  const route = findAllowed(context, request);
  const refusal = route instanceof ApiError ? route : requireShared(route);
  if (refusal !== null) return refusalEntry(request.id, refusal, context.c.get('requestId'));
  const { pending, entry } = await start(context, request, size);
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
const postponed = (): CommandOutcome => ({ error: batchFull() });

/**
 * Resumes the calls, each with the outcome of its command, one after another: their replies together may be
 * larger than the memory.
 */
async function deliverOutcomes(
  waiting: readonly Waiting[],
  outcomes: readonly CommandOutcome[],
  size: ReplySize,
): Promise<void> {
  for (const [i, { succeed, fail, entry }] of waiting.entries()) {
    const outcome = outcomes[i];
    if (outcome !== undefined && 'reply' in outcome) succeed(outcome.reply);
    else fail(outcome?.error ?? new Error('A command of a batch was lost'));
    size.add(await entry);
  }
}
