import * as v from 'valibot';
import type { Endpoint } from '#schema/endpoints/endpoint.ts';
import { Instant } from '#schema/id.ts';
import { scopeOfPersons } from '#sync-server/db/scope.ts';
import { namedBy } from '#sync-server/sessions/session-queries.ts';
import { authoriseBy } from '../authorise.ts';
import type { PreparedCommand } from './command.ts';
import type { CommandHandler } from './command-handler.ts';
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
  const { origin, key, body, bodyDigest, ifMatch } = request;
  const { param } = origin;
  const called = { endpoint, caller: origin.caller, param, now };
  const madeAt = readMadeAt(request.madeAt, now);
  let caller = origin.caller;
  let mayRunAgain = false;
  return {
    session: namedBy(origin.caller),
    scope: handler.isPersonal === true ? scopeOfPersons([origin.caller.id]) : 'whole',
    key,
    fingerprint: fingerprintOf(endpoint.method, request.path, bodyDigest ?? body),
    requestId: request.requestId,
    now,
    authorise: (found) => {
      caller = authoriseBy(found, called);
    },
    admitAgain: (trx) => requireMayRunAgain(trx, request.offeredAgain),
    execute: async (trx) => {
      // A body is invalid at any time.
      mayRunAgain = true;
      const input = handler.parse(body);
      mayRunAgain = false;
      if (refusal) throw refusal;
      const output = await handler.run(trx, { caller, input, ready, param, ifMatch, madeAt, now });
      mayRunAgain = handler.mayRunAgain?.(input, now) ?? false;
      return request.isPreferredMinimal && handler.minimise ? handler.minimise(output, body) : output;
    },
    trimReceipt: handler.trimReceipt,
    mayRunAgain: () => mayRunAgain,
  };
}

/** For the history only, so an unreadable value is treated as missing. */
function readMadeAt(header: string | undefined, now: Date): string {
  const madeAt = v.safeParse(Instant, header);
  return madeAt.success ? new Date(madeAt.output).toISOString() : now.toISOString();
}
