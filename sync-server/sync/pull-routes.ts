import { endpoints } from '#schema/endpoints/endpoints.ts';
import { PULL_LIMIT, PULL_MAX_CHARACTERS, PULL_MIN_CHARACTERS } from '#schema/limits.ts';
import { serverMessages } from '#schema/messages/server-messages.ts';
import { HISTORY_POSITION_HEADER } from '#schema/protocol.ts';
import { inSnapshot } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { readContextOf } from '../editor/edit-route.ts';
import { findSessionAndPosition, getPosition } from '../epoch/run-queries.ts';
import { signedInRouteWith } from '../http/endpoint-routes.ts';
import { acceptedCodings } from '../http/read-body.ts';
import { ApiError, sessionEnded } from '../http/reply/api-error.ts';
import { jsonReply } from '../http/reply.ts';
import type { Route } from '../http/route.ts';
import { letOthersIn } from '../turns/next-turn.ts';
import { lastKnownTo, type PullCursor } from './cursor.ts';
import { findEmptyPage, readPage } from './read-page.ts';
import { isFromLostHistory } from './restores.ts';

/** Returns the changes since a cursor (docs/protocol.md, Pull). */
export function pullRoute(deps: Deps): Route {
  const { pull } = endpoints;
  return signedInRouteWith(deps, pull, findSessionAndPosition, async (c, { caller, found }) => {
    const now = found?.position ?? (await getPosition(deps.db));
    await deps.restores.requirePosition(c.req.header(HISTORY_POSITION_HEADER), now);
    const cursor = readCursor(deps, c.req.query('cursor'));
    const request = {
      userId: caller.id,
      cursor,
      cursors: deps.cursors,
      limit: parseLimit(c.req.query('limit')),
      charactersMax: parseCharacters(c.req.query('characters')),
      isWithoutCourses: c.req.query('without') === 'courses',
      readContext: readContextOf(deps, deps.clock.now()),
    };
    const page =
      findEmptyPage(request, caller.role, now) ??
      (await inSnapshot(deps.db, async (trx) => {
        const position = await getPosition(trx);
        return (await isFromLostHistory(trx, cursor, position)) ? null : readPage(trx, request, position);
      }));
    // Writing a large page as JSON is a long step of its own.
    await letOthersIn();
    if (page !== null) return jsonReply(c, JSON.stringify(page), { headers: acceptedCodings });
    if (cursor !== null) await deps.restores.begin(cursor.epoch, lastKnownTo(cursor));
    throw sessionEnded();
  });
}

function readCursor(deps: Deps, text: string | undefined): PullCursor | null {
  return text === undefined || text === '' ? null : deps.cursors.parse(text);
}

function parseLimit(text: string | undefined): number {
  if (text === undefined || text === '') return PULL_LIMIT;
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (limit >= 1 && limit <= PULL_LIMIT) return limit;
  const message = serverMessages.pullLimitInvalid;
  throw new ApiError('invalid_input', { message, fields: { limit: message } });
}

/** The nearest size that is allowed: a device lowers it on a slow connection, and needs no error for that. */
function parseCharacters(text: string | undefined): number {
  const wanted = text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : PULL_MAX_CHARACTERS;
  return Math.min(Math.max(wanted, PULL_MIN_CHARACTERS), PULL_MAX_CHARACTERS);
}
