import { endpoints } from '#schema/endpoints/endpoints.ts';
import { HISTORY_POSITION_HEADER, IDEMPOTENCY_KEY_HEADER } from '#schema/protocol.ts';
import { BatchInput, type BatchRequest } from '#schema/sync/batch.ts';
import type { Deps } from '#sync-server/deps.ts';
import { findSessionAndPosition } from '#sync-server/epoch/run-queries.ts';
import { signedInRouteWith } from '#sync-server/http/endpoint-routes.ts';
import { countCommandBytes, countKeyedWrites } from '#sync-server/http/limits/keyed-writes.ts';
import { parseLargeInput } from '#sync-server/http/parse-input.ts';
import { acceptedCodings, readMeasuredBody } from '#sync-server/http/read-body.ts';
import { isSecretPath, jsonReply, NO_TRANSFORM } from '#sync-server/http/reply.ts';
import type { Route } from '#sync-server/http/route.ts';
import { createFindRoute, type Dispatch } from './batched-request.ts';
import { runAtomically, runInOrder } from './run-batch.ts';

/**
 * Runs many calls in one round trip (docs/protocol.md, Batch). `routes` are those it may call, `dispatch` is
 * the app itself: each call has the same handlers, limits and log as a single one.
 */
export function batchRoute(deps: Deps, routes: readonly Route[], dispatch: Dispatch): Route {
  const findRoute = createFindRoute(routes);
  const { batch } = endpoints;
  return signedInRouteWith(deps, batch, findSessionAndPosition, async (c, { caller, found }) => {
    await deps.restores.requirePosition(c.req.header(HISTORY_POSITION_HEADER), found?.position);
    const { body: input, bytes } = await readMeasuredBody(c, batch.bodyMaxBytes);
    const { atomic, requests } = parseLargeInput(BatchInput, input);
    await countKeyedWrites(deps.limits, caller.id, requests.filter(hasKey).length);
    const isReading = requests.every(({ method }) => method === 'GET');
    await countCommandBytes(deps.limits, caller, isReading ? 0 : bytes);
    const run = atomic ? runAtomically : runInOrder;
    const { entries, failedId } = await run({ deps, c, caller, dispatch, findRoute }, requests);
    const hasSecrets = requests.some(({ path }) => isSecretPath(path));
    const headers = hasSecrets ? { 'Cache-Control': `no-store, ${NO_TRANSFORM}` } : {};
    const body = `{"responses":[${entries.join(',')}],"failedId":${JSON.stringify(failedId)}}`;
    const position = await deps.restores.positionHeaders();
    return jsonReply(c, body, { headers: { ...headers, ...position, ...acceptedCodings } });
  });
}

const hasKey = ({ headers }: BatchRequest): boolean =>
  Object.keys(headers).some((name) => name.toLowerCase() === IDEMPOTENCY_KEY_HEADER.toLowerCase());
