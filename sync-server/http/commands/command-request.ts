import * as v from 'valibot';
import { type Endpoint, noInput } from '#schema/endpoints/endpoint.ts';
import { IdempotencyKey } from '#schema/id.ts';
import {
  HISTORY_POSITION_HEADER,
  IDEMPOTENCY_KEY_HEADER,
  MADE_AT_HEADER,
  OFFERED_AGAIN_HEADER,
  PREFER_HEADER,
} from '#schema/protocol.ts';
import type { Deps } from '#sync-server/deps.ts';
import { findSessionAndPosition, type Position } from '#sync-server/epoch/run-queries.ts';
import { findSessionUser, type SessionUser } from '#sync-server/sessions/session-queries.ts';
import { admitCaller } from '../admit-caller.ts';
import type { Caller } from '../caller.ts';
import { clientAddressOf } from '../client-address-of.ts';
import type { FindSession } from '../find-caller.ts';
import { countCommandBytes, countKeyedWrites } from '../limits/keyed-writes.ts';
import { paramOf } from '../path-param.ts';
import { readMeasuredBody } from '../read-body.ts';
import { ApiError } from '../reply/api-error.ts';
import type { AppContext } from '../reply.ts';
import type { CommandOrigin } from './command-handler.ts';
import { readIfMatch } from './if-match.ts';
import { prefersMinimal } from './preference.ts';

/** A command as it arrived: its caller is admitted and counted, its body is read but not validated. */
export interface CommandRequest {
  readonly requestId: string;
  /** The path of the request, which identifies the target. */
  readonly path: string;
  readonly origin: CommandOrigin;
  /** The Idempotency-Key; null: the command runs each time it is sent. */
  readonly key: string | null;
  /** The version in If-Match; null: unconditional. */
  readonly ifMatch: number | null;
  /** The device's time (Made-At), as sent. */
  readonly madeAt: string | undefined;
  /** The decision about a command that an earlier epoch acknowledged, as sent. */
  readonly offeredAgain: string | undefined;
  /** Whether the reply is to be minimal, where the endpoint has such a reply. */
  readonly isPreferredMinimal: boolean;
  readonly body: unknown;
  /** Whether it was not sent in a batch, which has its own position and its own count of writes. */
  readonly isAlone: boolean;
}

/**
 * Admits the caller of a command and reads the rest of the request, in this order: nothing is read of a caller whom the
 * table refuses, and the body comes last. Throws ApiError.
 *
 * @param isReauthorised the command's transaction authorises the caller before anything else
 */
export async function readCommandRequest(
  deps: Deps,
  c: AppContext,
  { endpoint, isReauthorised }: { readonly endpoint: Endpoint; readonly isReauthorised: boolean },
): Promise<CommandRequest> {
  const isAlone = c.env?.batched === undefined;
  const { caller, key } = await admitCommand(deps, c, { endpoint, isReauthorised, isAlone });
  const ifMatch = endpoint.isVersioned ? readIfMatch(c.req.header('If-Match')) : null;
  const body = await readCountedBody(deps, c, { endpoint, caller });
  return {
    requestId: c.get('requestId'),
    path: c.req.path,
    origin: { caller, param: paramOf(c), address: clientAddressOf(deps, c) },
    key,
    ifMatch,
    madeAt: c.req.header(MADE_AT_HEADER),
    offeredAgain: c.req.header(OFFERED_AGAIN_HEADER),
    isPreferredMinimal: endpoint.minimal !== null && prefersMinimal(c.req.header(PREFER_HEADER)),
    body,
    isAlone,
  };
}

interface Arrival {
  readonly endpoint: Endpoint;
  readonly isReauthorised: boolean;
  readonly isAlone: boolean;
}

/** Returns the caller and the key of the command, counted as a write of the caller. */
async function admitCommand(
  deps: Deps,
  c: AppContext,
  { endpoint, isReauthorised, isAlone }: Arrival,
): Promise<{ readonly caller: Caller; readonly key: string | null }> {
  const shown = isAlone ? c.req.header(HISTORY_POSITION_HEADER) : undefined;
  const find: FindSession<SessionUser & { readonly position?: Position }> =
    shown === undefined ? findSessionUser : findSessionAndPosition;
  const { caller, found } = await admitCaller(deps, c, { endpoint, find, isReauthorised });
  const key = readKey(c);
  await deps.restores.requirePosition(shown, found?.position);
  if (isAlone && key !== null) await countKeyedWrites(deps.limits, caller.id, 1);
  return { caller, key };
}

function readKey(c: AppContext): string | null {
  const header = c.req.header(IDEMPOTENCY_KEY_HEADER);
  if (header === undefined) return null;
  const result = v.safeParse(IdempotencyKey, header);
  if (!result.success) throw new ApiError('invalid_key');
  return result.output;
}

/** Returns the body of the command, as JSON and counted as bytes of the caller; undefined where it has none. */
async function readCountedBody(
  deps: Deps,
  c: AppContext,
  { endpoint, caller }: { readonly endpoint: Endpoint; readonly caller: Caller },
): Promise<unknown> {
  if (endpoint.input === noInput) return undefined;
  const { body, bytes } = await readMeasuredBody(c, endpoint.bodyMaxBytes);
  await countCommandBytes(deps.limits, caller, bytes);
  return body;
}
