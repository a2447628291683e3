import * as v from 'valibot';
import { type Endpoint, noInput } from '#schema/endpoint.ts';
import { IdempotencyKey, Instant } from '#schema/id.ts';
import {
  IDEMPOTENCY_KEY_HEADER,
  IDEMPOTENCY_REPLAYED_HEADER,
  MADE_AT_HEADER,
  RECEIPT_HEADER,
} from '#schema/protocol.ts';
import type { Trx } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from './api-error.ts';
import { findForbidden } from './authorise.ts';
import { type Caller, requireCaller } from './caller.ts';
import { fingerprintOf } from './fingerprint.ts';
import { readIfMatch } from './if-match.ts';
import { requireOwnPage } from './own-page.ts';
import { readJsonBody } from './read-body.ts';
import { findReceipt } from './receipt-queries.ts';
import { type AppContext, jsonReply } from './reply.ts';
import { type CommandReply, runSingleCommand } from './run-command.ts';

/** One endpoint of the table with what answers it. */
export interface Route {
  readonly endpoint: Endpoint;
  readonly answer: (c: AppContext) => Promise<Response>;
  /** Whether its work is all in one command, so that in a batch it may share a transaction with others. */
  readonly sharesTransaction: boolean;
}

type InputOf<E extends Endpoint> = v.InferOutput<E['input']>;
type OutputOf<E extends Endpoint> = v.InferOutput<E['output']>;

/** A call that anybody may make; it reads its own body, in its own order (limits come first). */
export function openRoute(endpoint: Endpoint, answer: (c: AppContext) => Promise<Response>): Route {
  if (endpoint.caller !== 'anyone' || endpoint.isCommand || endpoint.isPageOnly) throw misplaced(endpoint);
  return { endpoint, answer, sharesTransaction: false };
}

/** A call that only a page of this origin may make, because a cookie counts there. */
export function pageRoute(
  deps: Deps,
  endpoint: Endpoint,
  answer: (c: AppContext) => Promise<Response>,
): Route {
  if (!endpoint.isPageOnly) throw misplaced(endpoint);
  return {
    endpoint,
    sharesTransaction: false,
    answer: async (c) => {
      requireOwnPage(deps, c);
      return answer(c);
    },
  };
}

/** A call that is no command, for those whom the table names: they are judged before anything is read. */
export function signedInRoute(
  deps: Deps,
  endpoint: Endpoint,
  answer: (c: AppContext, caller: Caller) => Promise<Response>,
): Route {
  if (endpoint.caller === 'anyone' || endpoint.isCommand) throw misplaced(endpoint);
  return {
    endpoint,
    sharesTransaction: false,
    answer: async (c) => {
      const caller = await requireCaller(deps, c);
      const forbidden = findForbidden(endpoint, caller, paramOf(c));
      if (forbidden !== null) throw forbidden;
      return answer(c, caller);
    },
  };
}

/** A command as its handler sees it. */
export interface CommandCall<Input, Ready = undefined> {
  readonly caller: Caller;
  readonly input: Input;
  /** What `prepare` made; undefined where there is no such step. */
  readonly ready: Ready | undefined;
  /** Value of a path parameter, unjudged. */
  readonly param: (name: string) => string;
  /** The version in If-Match, for calls that honour it; null means: whatever it is now. */
  readonly ifMatch: number | null;
  /** When the command was made, by its device's clock (ISO time); the time of its arrival where it does not say. */
  readonly madeAt: string;
  readonly now: Date;
}

/** Where a command comes from, known before its body is judged. */
export interface CommandOrigin {
  readonly caller: Caller;
  readonly param: (name: string) => string;
  readonly address: string;
}

interface CommandHandler<E extends Endpoint, Ready = undefined> {
  readonly endpoint: E;
  /** The work; awaits only the database. */
  readonly run: (trx: Trx, call: CommandCall<InputOf<E>, Ready>) => Promise<OutputOf<E>>;
  readonly parse: (body: unknown) => InputOf<E>;
  /** Before the transaction, and only for what has no receipt yet: rate limits. Throws ApiError. */
  readonly admit?: (origin: CommandOrigin) => Promise<void>;
  /**
   * Slow work that may not hold up the database, before the transaction and only for what is allowed and
   * has no receipt yet. It judges nothing: what it finds wrong is for `run` to refuse.
   */
  readonly prepare?: (body: unknown, origin: CommandOrigin) => Promise<Ready>;
  /** After the commit of what was done now (not for a repeat). */
  readonly settle?: (origin: CommandOrigin, reply: CommandReply) => Promise<void>;
  /**
   * Adds to a reply, a repeated one too, what its receipt leaves out because it would grow without
   * bound, and headers of its own.
   */
  readonly complete?: (reply: CommandReply) => Promise<CompletedReply>;
}

interface CompletedReply {
  /** JSON text. */
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A call of the outbox: with an Idempotency-Key it happens once, however often it is sent. */
export function commandRoute<E extends Endpoint, Ready = undefined>(
  deps: Deps,
  handler: CommandHandler<E, Ready>,
): Route {
  const { endpoint } = handler;
  if (endpoint.caller === 'anyone' || !endpoint.isCommand) throw misplaced(endpoint);
  return {
    endpoint,
    // What is prepared before the transaction may need what earlier commands of the batch did.
    sharesTransaction: handler.prepare === undefined,
    answer: async (c) => {
      const caller = await requireCaller(deps, c);
      const key = readKey(c);
      const param = paramOf(c);
      const forbidden = findForbidden(endpoint, caller, param);
      if (forbidden !== null && key === null) throw forbidden;
      const ifMatch = endpoint.isVersioned ? readIfMatch(c.req.header('If-Match')) : null;
      const body = endpoint.input === noInput ? undefined : await readJsonBody(c, endpoint.bodyMaxBytes);
      const origin: CommandOrigin = { caller, param, address: addressOf(deps, c) };
      const looksFirst = handler.admit !== undefined || handler.prepare !== undefined;
      const isNew = looksFirst && forbidden === null && (await isUnanswered(deps, caller.id, key));
      if (isNew) await handler.admit?.(origin);
      const ready = isNew ? await handler.prepare?.(body, origin) : undefined;
      const now = deps.clock.now();
      const run = c.env?.batched?.run ?? ((command) => runSingleCommand(deps.db, command));
      const reply = await run({
        userId: caller.id,
        key,
        fingerprint: fingerprintOf(endpoint.method, c.req.path, body),
        requestId: c.get('requestId'),
        now,
        execute: async (trx) => {
          if (forbidden !== null) throw forbidden;
          const input = handler.parse(body);
          return handler.run(trx, { caller, input, ready, param, ifMatch, madeAt: readMadeAt(c, now), now });
        },
      });
      if (!reply.isReplayed) await handler.settle?.(origin, reply);
      return commandReply(c, reply, await handler.complete?.(reply));
    },
  };
}

/** Whose request it is, for limits and logs. */
export function addressOf(deps: Deps, c: AppContext): string {
  return deps.clientAddress(c.env?.incoming?.socket.remoteAddress, c.req.header('X-Forwarded-For'));
}

/** A repeat of what was done already is never refused for coming too often, nor prepared again. */
async function isUnanswered(deps: Deps, userId: string, key: string | null): Promise<boolean> {
  return key === null || (await findReceipt(deps.db, userId, key)) === undefined;
}

const paramOf =
  (c: AppContext) =>
  (name: string): string =>
    c.req.param(name) ?? '';

function readKey(c: AppContext): string | null {
  const header = c.req.header(IDEMPOTENCY_KEY_HEADER);
  if (header === undefined) return null;
  const result = v.safeParse(IdempotencyKey, header);
  if (!result.success) throw new ApiError('invalid_key');
  return result.output;
}

/** For the history only, so that what cannot be read is as good as nothing. */
function readMadeAt(c: AppContext, now: Date): string {
  const madeAt = v.safeParse(Instant, c.req.header(MADE_AT_HEADER));
  return madeAt.success ? new Date(madeAt.output).toISOString() : now.toISOString();
}

function commandReply(c: AppContext, reply: CommandReply, completed?: CompletedReply): Response {
  const headers: Record<string, string> = { ...completed?.headers };
  if (reply.receipt !== null) headers[RECEIPT_HEADER] = reply.receipt;
  if (reply.isReplayed) headers[IDEMPOTENCY_REPLAYED_HEADER] = 'true';
  return jsonReply(c, completed?.body ?? reply.body, { status: reply.status, headers });
}

const misplaced = (endpoint: Endpoint): Error =>
  new Error(`${endpoint.method} ${endpoint.path} is mounted as another kind of call than the table says`);
