import * as v from 'valibot';
import { type Endpoint, noInput } from '#schema/endpoints/endpoint.ts';
import { IdempotencyKey, Instant } from '#schema/id.ts';
import {
  HISTORY_POSITION_HEADER,
  IDEMPOTENCY_KEY_HEADER,
  IDEMPOTENCY_REPLAYED_HEADER,
  MADE_AT_HEADER,
  OFFERED_AGAIN_HEADER,
  PREFER_HEADER,
  RECEIPT_HEADER,
} from '#schema/protocol.ts';
import { findSessionUser, namedBy, type SessionUser } from '../auth/session/session-queries.ts';
import { scopeOfPersons } from '../db/scope.ts';
import { inTransaction, type Trx } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { findSessionAndPosition, type Position } from '../sync/epoch/run-queries.ts';
import { letOthersIn } from '../turns/next-turn.ts';
import { authoriseBy, findForbidden, reauthorise } from './authorise.ts';
import type { Caller } from './caller.ts';
import { fingerprintOf } from './commands/fingerprint.ts';
import { readIfMatch } from './commands/if-match.ts';
import type { Join } from './commands/joint-handler.ts';
import { requireMayRunAgain } from './commands/offered-again.ts';
import { preferenceHeaders, prefersMinimal } from './commands/preference.ts';
import { findReceipt } from './commands/receipt-queries.ts';
import {
  type CommandReply,
  leavesReceipt,
  type PreparedCommand,
  runSingleCommand,
} from './commands/run-command.ts';
import { type FindSession, type FoundCaller, requireFound } from './find-caller.ts';
import { countCommandBytes, countKeyedWrites } from './limits/keyed-writes.ts';
import { requireOwnPage } from './own-page.ts';
import { pathParam } from './path-param.ts';
import { readMeasuredBody } from './read-body.ts';
import { ApiError } from './reply/api-error.ts';
import { type AppContext, jsonReply } from './reply.ts';

/** One endpoint of the table with its handler. */
export interface Route {
  readonly endpoint: Endpoint;
  readonly handle: (c: AppContext) => Promise<Response>;
  /** Whether its work is a single command, which in a batch may share a transaction with others. */
  readonly sharesTransaction: boolean;
}

type InputOf<E extends Endpoint> = v.InferOutput<E['input']>;
type OutputOf<E extends Endpoint> = v.InferOutput<E['output']>;

/** A public call; it reads its own body, in its own order (limits come first). */
export function openRoute(endpoint: Endpoint, handle: (c: AppContext) => Promise<Response>): Route {
  if (endpoint.caller !== 'anyone' || endpoint.isCommand || endpoint.isPageOnly) throw misplaced(endpoint);
  return { endpoint, handle, sharesTransaction: false };
}

/** A call that only a page of this origin may make, because it accepts a cookie. */
export function pageRoute(
  deps: Deps,
  endpoint: Endpoint,
  handle: (c: AppContext) => Promise<Response>,
): Route {
  if (!endpoint.isPageOnly) throw misplaced(endpoint);
  return {
    endpoint,
    sharesTransaction: false,
    handle: async (c) => {
      requireOwnPage(deps, c);
      return handle(c);
    },
  };
}

/** A call that is not a command. The caller is authorised by the table before anything is read. */
export function signedInRoute(
  deps: Deps,
  endpoint: Endpoint,
  handle: (c: AppContext, caller: Caller) => Promise<Response>,
): Route {
  return signedInRouteWith(deps, endpoint, findSessionUser, (c, { caller }) => handle(c, caller));
}

/** The same for a call that needs more of its caller, which `find` reads in the same round trip. */
export function signedInRouteWith<Found extends SessionUser>(
  deps: Deps,
  endpoint: Endpoint,
  find: FindSession<Found>,
  handle: (c: AppContext, found: FoundCaller<Found>) => Promise<Response>,
): Route {
  if (endpoint.caller === 'anyone' || endpoint.isCommand) throw misplaced(endpoint);
  return {
    endpoint,
    sharesTransaction: false,
    handle: async (c) => handle(c, await admitCaller(deps, c, { endpoint, find })),
  };
}

/** A command as its handler receives it. */
export interface CommandCall<Input, Ready = undefined> {
  readonly caller: Caller;
  readonly input: Input;
  /** The result of `prepare`; undefined where there is no such step. */
  readonly ready: Ready | undefined;
  /** The value of a path parameter, unvalidated. */
  readonly param: (name: string) => string;
  /** The version in If-Match, for calls that honour it; null: unconditional. */
  readonly ifMatch: number | null;
  /**
   * When the command was created, by its device's clock (ISO time); the time of arrival if the device sent
   * none.
   */
  readonly madeAt: string;
  readonly now: Date;
}

/** The origin of a command, known before its body is parsed. */
export interface CommandOrigin {
  readonly caller: Caller;
  readonly param: (name: string) => string;
  readonly address: string;
}

interface CommandHandler<E extends Endpoint, Ready> {
  readonly endpoint: E;
  /** The work; awaits only the database. */
  readonly run: (trx: Trx, call: CommandCall<InputOf<E>, Ready>) => Promise<OutputOf<E>>;
  readonly parse: (body: unknown) => InputOf<E>;
  /** The work reads and changes only what belongs to its caller, besides rows of courses that it reads. */
  readonly isPersonal?: boolean;
  /** The same work for commands of several users at once (`joinerOf`); with `isPersonal`, and without `digest`. */
  readonly join?: Join<CommandCall<InputOf<E>, Ready>>;
  /** Runs before the transaction, and only for commands without a receipt: rate limits. Throws ApiError. */
  readonly admit?: (origin: CommandOrigin) => Promise<void>;
  /**
   * Slow work that must not block the database, before the transaction and only for authorised commands
   * without a receipt. It rejects nothing: `run` rejects what it finds wrong.
   */
  readonly prepare?: (body: unknown, origin: CommandOrigin) => Promise<Ready>;
  /**
   * Work on the body alone, before the transaction and only for an authorised caller. Unlike `prepare` it
   * does not depend on earlier commands of a batch, so the command still shares its transaction. An error
   * that it throws is returned where it leaves a receipt.
   */
  readonly digest?: (body: unknown) => Promise<Ready>;
  /** Runs after the commit of a new command (not of a repeat). */
  readonly afterCommit?: (
    origin: CommandOrigin,
    reply: CommandReply,
    ready: Ready | undefined,
  ) => Promise<void>;
  /**
   * Returns the minimal form of the output (`Prefer: return=minimal`), which the receipt stores too. `body` is
   * the request's.
   */
  readonly minimise?: (output: OutputOf<E>, body: unknown) => unknown;
  /**
   * Returns what the receipt stores of a reply, an error too: without long texts, which `complete` adds to the
   * reply of a repeat.
   */
  readonly trimReceipt?: (reply: object) => unknown;
  /** See `PreparedCommand`; of the executed command's input. */
  readonly mayRunAgain?: (input: InputOf<E>, now: Date) => boolean;
  /**
   * Adds to a reply, a repeated one too, the data that its receipt omits because it would grow without bound,
   * and headers of its own.
   */
  readonly complete?: (reply: CommandReply, call: CompletedCall<Ready>) => Promise<CompletedReply>;
}

/** A command that has run, or whose receipt was found. */
export interface CompletedCall<Ready = undefined> {
  readonly origin: CommandOrigin;
  /** The request's, unvalidated. */
  readonly body: unknown;
  /** The result of `digest`, or of `prepare` for a new command. */
  readonly ready: Ready | undefined;
  readonly isMinimal: boolean;
}

interface CompletedReply {
  /** JSON text; that of the receipt unless given. */
  readonly body?: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A call of the outbox: with an Idempotency-Key it runs once, however often it is sent. */
export function commandRoute<E extends Endpoint, Ready = undefined>(
  deps: Deps,
  handler: CommandHandler<E, Ready>,
): Route {
  const { endpoint } = handler;
  if (endpoint.caller === 'anyone' || !endpoint.isCommand) throw misplaced(endpoint);
  return {
    endpoint,
    // `prepare` may depend on the effect of earlier commands of the batch.
    sharesTransaction: handler.prepare === undefined,
    handle: async (c) => {
      const needsReceiptCheck = handler.admit !== undefined || handler.prepare !== undefined;
      // A batch has already done both for its calls: the check of the position, and the count of the writes.
      const isAlone = c.env?.batched === undefined;
      const shown = isAlone ? c.req.header(HISTORY_POSITION_HEADER) : undefined;
      const find: FindSession<SessionUser & { readonly position?: Position }> =
        shown === undefined ? findSessionUser : findSessionAndPosition;
      const isReauthorised = !needsReceiptCheck;
      const { caller: admitted, found } = await admitCaller(deps, c, { endpoint, find, isReauthorised });
      const key = readKey(c);
      await deps.restores.requirePosition(shown, found?.position);
      if (isAlone && key !== null) await countKeyedWrites(deps.limits, admitted.id, 1);
      const param = paramOf(c);
      const ifMatch = endpoint.isVersioned ? readIfMatch(c.req.header('If-Match')) : null;
      const isPreferred = endpoint.minimal !== null && prefersMinimal(c.req.header(PREFER_HEADER));
      const { body, bytes } =
        endpoint.input === noInput
          ? { body: undefined, bytes: 0 }
          : await readMeasuredBody(c, endpoint.bodyMaxBytes);
      await countCommandBytes(deps.limits, admitted, bytes);
      const origin: CommandOrigin = { caller: admitted, param, address: addressOf(deps, c) };
      const isNew = needsReceiptCheck && (await hasNoReceipt(deps, admitted.id, key));
      if (isNew) await handler.admit?.(origin);
      const prepared = isNew ? await handler.prepare?.(body, origin) : undefined;
      const digested = handler.digest && (await refusable(handler.digest(body)));
      const ready = digested?.value ?? prepared;
      await letOthersIn();
      const fingerprint = fingerprintOf(endpoint.method, c.req.path, body);
      const now = deps.clock.now();
      // A repeat that arrives meanwhile must find the receipt that its rate limit depends on, so it is not delayed.
      const runNow = (command: PreparedCommand) =>
        needsReceiptCheck ? runSingleCommand(deps.db, command) : deps.groupCommit.run(command);
      const run = c.env?.batched?.run ?? runNow;
      let caller = admitted;
      let mayRunAgain = false;
      const called = { endpoint, caller: admitted, param, now };
      const offeredAgain = c.req.header(OFFERED_AGAIN_HEADER);
      const callOf = (present: Caller, input: InputOf<E>) => {
        const madeAt = readMadeAt(c, now);
        return { caller: present, input, ready, param, ifMatch, madeAt, now };
      };
      const joinedBy = (input: InputOf<E>, sentKey: string) =>
        handler.join?.({
          key: sentKey,
          session: namedBy(admitted),
          input,
          readCall: (found) => {
            const present = authoriseBy(found, called);
            mayRunAgain = handler.mayRunAgain?.(input, now) ?? false;
            return callOf(present, input);
          },
        });
      const isJoinable = key !== null && offeredAgain === undefined && !isPreferred && isAlone;
      const input = isJoinable && handler.join ? validOrNull(() => handler.parse(body)) : null;
      const joint = input === null || key === null ? undefined : joinedBy(input, key);
      const reply = await run({
        userId: admitted.id,
        scope: handler.isPersonal === true ? scopeOfPersons([admitted.id]) : 'whole',
        key,
        fingerprint,
        requestId: c.get('requestId'),
        now,
        authorise: async (trx) => {
          caller = await reauthorise(trx, called);
        },
        admitAgain: (trx) => requireMayRunAgain(trx, offeredAgain),
        execute: async (trx) => {
          // A body is invalid at any time.
          mayRunAgain = true;
          const input = handler.parse(body);
          mayRunAgain = false;
          if (digested?.refusal) throw digested.refusal;
          const output = await handler.run(trx, callOf(caller, input));
          mayRunAgain = handler.mayRunAgain?.(input, now) ?? false;
          return isPreferred && handler.minimise ? handler.minimise(output, body) : output;
        },
        trimReceipt: handler.trimReceipt,
        mayRunAgain: () => mayRunAgain,
        joint,
      });
      await letOthersIn();
      if (!reply.isReplayed) await handler.afterCommit?.(origin, reply, ready);
      const isFull = c.env?.batched?.isFull() === true;
      if (isFull && reply.receipt !== null) throw batchFull();
      const isMinimal = endpoint.minimal !== null && (isPreferred || isFull);
      const completed = await handler.complete?.(reply, { origin, body, ready, isMinimal });
      return commandReply(c, reply, {
        ...completed,
        headers: {
          ...completed?.headers,
          ...preferenceHeaders(endpoint, isMinimal),
          ...(isAlone && reply.receipt !== null
            ? { [HISTORY_POSITION_HEADER]: await deps.restores.signPosition(reply.position) }
            : {}),
        },
      });
    },
  };
}

/**
 * Returns the caller, when the table allows the call. This is the first step of every call. A call of a batch
 * reads the caller's row again, because an earlier call of the batch or another request may have changed it,
 * unless the call is a command whose transaction does that first (`isReauthorised`).
 */
async function admitCaller<Found extends SessionUser>(
  deps: Deps,
  c: AppContext,
  { endpoint, find, isReauthorised = false }: Admission<Found>,
): Promise<FoundCaller<Found>> {
  const found = await requireFound(deps, c, endpoint, find);
  const { caller } = found;
  const param = paramOf(c);
  if (c.env?.batched !== undefined && !isReauthorised) {
    return { caller: await reauthorise(deps.db, { endpoint, caller, param, now: deps.clock.now() }) };
  }
  const forbidden = findForbidden(endpoint, caller, param);
  if (forbidden !== null) throw forbidden;
  return found;
}

interface Admission<Found extends SessionUser> {
  readonly endpoint: Endpoint;
  readonly find: FindSession<Found>;
  readonly isReauthorised?: boolean;
}

/** Null for an invalid input, which is refused when the command runs. */
function validOrNull<T>(parse: () => T): T | null {
  try {
    return parse();
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

type Refusable<T> =
  | { readonly value: T; readonly refusal?: never }
  | { readonly refusal: ApiError; readonly value?: never };

/**
 * Returns the value, or the error that explains its absence; an error that leaves no receipt, and any other
 * exception, is rethrown.
 */
async function refusable<T>(work: Promise<T>): Promise<Refusable<T>> {
  try {
    return { value: await work };
  } catch (error) {
    if (!(error instanceof ApiError) || !leavesReceipt(error.status)) throw error;
    return { refusal: error };
  }
}

/** The client address, for limits and logs. */
export function addressOf(deps: Deps, c: AppContext): string {
  return deps.clientAddress(c.env?.incoming?.socket.remoteAddress, c.req.header('X-Forwarded-For'));
}

/**
 * A repeat of a finished command is never rate limited, nor prepared again. The transaction waits for those under way,
 * in one of which the command may be; a read would not.
 */
async function hasNoReceipt(deps: Deps, userId: string, key: string | null): Promise<boolean> {
  if (key === null) return true;
  return (await inTransaction(deps.db, (trx) => findReceipt(trx, userId, key))) === undefined;
}

const paramOf =
  (c: AppContext) =>
  (name: string): string =>
    pathParam(c, name);

function readKey(c: AppContext): string | null {
  const header = c.req.header(IDEMPOTENCY_KEY_HEADER);
  if (header === undefined) return null;
  const result = v.safeParse(IdempotencyKey, header);
  if (!result.success) throw new ApiError('invalid_key');
  return result.output;
}

/** For the history only, so an unreadable value is treated as missing. */
function readMadeAt(c: AppContext, now: Date): string {
  const madeAt = v.safeParse(Instant, c.req.header(MADE_AT_HEADER));
  return madeAt.success ? new Date(madeAt.output).toISOString() : now.toISOString();
}

/** A repeat of the command returns its receipt, in a reply that has room for it. */
export const batchFull = (): ApiError => new ApiError('batch_full', { headers: { 'Retry-After': '1' } });

function commandReply(c: AppContext, reply: CommandReply, completed: CompletedReply): Response {
  const headers: Record<string, string> = { ...completed.headers };
  if (reply.receipt !== null) headers[RECEIPT_HEADER] = reply.receipt;
  if (reply.isReplayed) headers[IDEMPOTENCY_REPLAYED_HEADER] = 'true';
  return jsonReply(c, completed.body ?? reply.body, { status: reply.status, headers });
}

const misplaced = (endpoint: Endpoint): Error =>
  new Error(`${endpoint.method} ${endpoint.path} is mounted as another kind of call than in the table`);
