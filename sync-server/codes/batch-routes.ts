import { endpoints } from '#schema/endpoints/endpoints.ts';
import { BATCH_CODES_PAGE, CODE_BATCHES_PAGE } from '#schema/limits.ts';
import type { Deps } from '../deps.ts';
import { signedInRoute } from '../http/endpoint-routes.ts';
import { type PageQuery, printPlace, readPageQuery } from '../http/paging.ts';
import { pathParam } from '../http/path-param.ts';
import { ApiError } from '../http/reply/api-error.ts';
import { type AppContext, jsonReply } from '../http/reply.ts';
import type { Route } from '../http/route.ts';
import { listBatchCodes } from './batch-code-queries.ts';
import { batchCommandRoutes } from './batch-commands.ts';
import { findBatch, listBatches } from './batch-queries.ts';
import { revokeRoutes } from './revoke-commands.ts';

/** The calls for batches of activation codes (docs/spec-map.md, section 7). No code is ever logged. */
export function batchRoutes(deps: Deps): Route[] {
  return [
    signedInRoute(deps, endpoints.listCodeBatches, (c) => replyWithBatches(deps, c)),
    signedInRoute(deps, endpoints.listBatchCodes, (c) => replyWithCodes(deps, c)),
    ...batchCommandRoutes(deps),
    ...revokeRoutes(deps),
  ];
}

async function replyWithBatches(deps: Deps, c: AppContext): Promise<Response> {
  const { limit, after } = pageOf(c, CODE_BATCHES_PAGE);
  const found = await listBatches(deps.db, { after, limit: limit + 1 });
  const last = found.length > limit ? found[limit - 1] : undefined;
  const next = last === undefined ? null : printPlace({ key: last.createdAt, id: last.id });
  return jsonReply(c, JSON.stringify({ batches: found.slice(0, limit), next }));
}

async function replyWithCodes(deps: Deps, c: AppContext): Promise<Response> {
  const batchId = pathParam(c, 'batchId');
  if ((await findBatch(deps.db, batchId)) === undefined) throw new ApiError('code_batch_not_found');
  const { limit, after } = pageOf(c, BATCH_CODES_PAGE);
  const codes = await listBatchCodes(deps.db, { batchId, after: after?.id ?? '', limit: limit + 1 });
  const last = codes.length > limit ? codes[limit - 1] : undefined;
  const next = last === undefined ? null : printPlace({ key: batchId, id: last.id });
  return jsonReply(c, JSON.stringify({ codes: codes.slice(0, limit), next }));
}

const pageOf = (c: AppContext, limitMax: number): PageQuery =>
  readPageQuery(c, limitMax) ?? { limit: limitMax, after: null };
