import * as v from 'valibot';
import type { Endpoint } from '#schema/endpoints/endpoint.ts';
import { Instant } from '#schema/id.ts';
import { namedBy, type SessionUser } from '#sync-server/auth/session/session-queries.ts';
import { scopeOfPersons } from '#sync-server/db/scope.ts';
import { authoriseBy } from '../authorise.ts';
import type { Caller } from '../caller.ts';
import { ApiError } from '../reply/api-error.ts';
import type { JointCommand, PreparedCommand } from './command.ts';
import type { CommandCall, CommandHandler, InputOf } from './command-handler.ts';
import type { CommandRequest } from './command-request.ts';
import { fingerprintOf } from './fingerprint.ts';
import type { Readied } from './make-ready.ts';
import { requireMayRunAgain } from './offered-again.ts';

/** A request with the result of its slow work, as its transaction begins. */
interface ReadyRequest<Ready> {
  readonly request: CommandRequest;
  readonly readied: Readied<Ready>;
  readonly now: Date;
}

/** Returns a handler's command as a transaction runs it, alone or with others. */
export function preparedCommandOf<E extends Endpoint, Ready>(
  handler: CommandHandler<E, Ready>,
  { request, readied: { ready, refusal }, now }: ReadyRequest<Ready>,
): PreparedCommand {
  const { endpoint } = handler;
  const { origin, key, body, ifMatch } = request;
  const { param } = origin;
  const called = { endpoint, caller: origin.caller, param, now };
  const madeAt = readMadeAt(request.madeAt, now);
  let caller = origin.caller;
  let mayRunAgain = false;
  const callOf = (present: Caller, input: InputOf<E>): CommandCall<InputOf<E>, Ready> => ({
    ...{ caller: present, input, ready, param, ifMatch, madeAt, now },
  });
  return {
    session: namedBy(origin.caller),
    scope: handler.isPersonal === true ? scopeOfPersons([origin.caller.id]) : 'whole',
    key,
    fingerprint: fingerprintOf(endpoint.method, request.path, body),
    requestId: request.requestId,
    now,
    authorise: (found) => {
      caller = authoriseBy(found, called);
    },
    leavesUsers: handler.leavesUsers === true,
    prefetches: handler.prefetches && { rows: handler.prefetches.rows, id: handler.prefetches.idOf(param) },
    admitAgain: (trx) => requireMayRunAgain(trx, request.offeredAgain),
    execute: async (trx) => {
      // A body is invalid at any time.
      mayRunAgain = true;
      const input = handler.parse(body);
      mayRunAgain = false;
      if (refusal) throw refusal;
      const output = await handler.run(trx, callOf(caller, input));
      mayRunAgain = handler.mayRunAgain?.(input, now) ?? false;
      return request.isPreferredMinimal && handler.minimise ? handler.minimise(output, body) : output;
    },
    trimReceipt: handler.trimReceipt,
    mayRunAgain: () => mayRunAgain,
    joint: jointCommandOf(handler, request, (found, input) => {
      const present = authoriseBy(found, called);
      mayRunAgain = handler.mayRunAgain?.(input, now) ?? false;
      return callOf(present, input);
    }),
  };
}

/**
 * Returns the part of a command that runs with those of other users: only of one whose reply is made at once, whose
 * receipt is looked up with theirs, and whose input is valid.
 */
function jointCommandOf<E extends Endpoint, Ready>(
  { join, parse }: CommandHandler<E, Ready>,
  { key, offeredAgain, isPreferredMinimal, isAlone, origin, body }: CommandRequest,
  accept: (found: SessionUser | undefined, input: InputOf<E>) => CommandCall<InputOf<E>, Ready>,
): JointCommand | undefined {
  if (join === undefined || key === null) return undefined;
  if (offeredAgain !== undefined || isPreferredMinimal || !isAlone) return undefined;
  const input = validOrNull(() => parse(body));
  if (input === null) return undefined;
  return join({ key, userId: origin.caller.id, input, readCall: (found) => accept(found, input) });
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

/** For the history only, so an unreadable value is treated as missing. */
function readMadeAt(header: string | undefined, now: Date): string {
  const madeAt = v.safeParse(Instant, header);
  return madeAt.success ? new Date(madeAt.output).toISOString() : now.toISOString();
}
