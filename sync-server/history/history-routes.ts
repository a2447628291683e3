import * as v from 'valibot';
import type { RejectedTextInput } from '#schema/editor/history.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { Id } from '#schema/id.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { commandRoute } from '../http/commands/command-route.ts';
import { signedInRoute } from '../http/endpoint-routes.ts';
import { parseInput } from '../http/parse-input.ts';
import { pathParam } from '../http/path-param.ts';
import { ApiError } from '../http/reply/api-error.ts';
import { type AppContext, jsonReply } from '../http/reply.ts';
import type { Route } from '../http/route.ts';
import { letOthersIn } from '../turns/next-turn.ts';
import { auditStampOf } from './audit-stamp.ts';
import {
  findRevision,
  insertRevision,
  isKnownLesson,
  listLessonRevisions,
  listRevisions,
  type RevisionPage,
} from './revision-queries.ts';

const PAGE = 50;

/** The history of lessons, and the list of all actions of admins. */
export function historyRoutes(deps: Deps): Route[] {
  return [
    signedInRoute(deps, endpoints.listLessonHistory, async (c) => {
      const lessonId = pathParam(c, 'lessonId');
      const isKnown = await inTransaction(deps.db, (trx) => isKnownLesson(trx, lessonId));
      if (!isKnown) throw new ApiError('lesson_not_found');
      const withoutHtml = c.req.query('without') === 'html';
      const page = { before: readId(c, 'before'), limit: PAGE, withoutHtml };
      return pageReply(c, await listLessonRevisions(deps.db, lessonId, page));
    }),
    signedInRoute(deps, endpoints.getRevision, async (c) => {
      const revision = await findRevision(deps.db, pathParam(c, 'revisionId'));
      if (revision === undefined) throw new ApiError('revision_not_found');
      await letOthersIn();
      return jsonReply(c, JSON.stringify({ revision }));
    }),
    signedInRoute(deps, endpoints.listAudit, async (c) => {
      const who = { courseId: readId(c, 'courseId'), userId: readId(c, 'userId') };
      const page = { before: readId(c, 'before'), limit: PAGE, ...who };
      return pageReply(c, await listRevisions(deps.db, page));
    }),
    commandRoute(deps, {
      endpoint: endpoints.storeRejectedText,
      parse: (body): RejectedTextInput => parseInput(endpoints.storeRejectedText.input, body),
      run: async (trx, call) => {
        const { input } = call;
        const { courseId, entity, entityId, entityTitle: title, fields: after } = input;
        const revision = { courseId, entity, entityId, title, version: null, before: {}, after };
        await insertRevision(trx, auditStampOf(call), { kind: 'aside', ...revision });
        return { success: true as const };
      },
    }),
  ];
}

/** Returns an id of the query; null without one. Throws ApiError 400 for anything else. */
function readId(c: AppContext, name: string): string | null {
  const text = c.req.query(name);
  if (text === undefined) return null;
  const id = v.safeParse(Id, text);
  if (!id.success) throw new ApiError('invalid_input');
  return id.output;
}

/** Serialises revision by revision, because each may have two long texts. */
async function pageReply(c: AppContext, { revisions, more }: RevisionPage): Promise<Response> {
  const encoder = new TextEncoder();
  const written = [encoder.encode('{"revisions":[')];
  for (const [i, revision] of revisions.entries()) {
    await letOthersIn();
    written.push(encoder.encode(`${i === 0 ? '' : ','}${JSON.stringify(revision)}`));
  }
  written.push(encoder.encode(`],"more":${more}}`));
  await letOthersIn();
  return jsonReply(c, Buffer.concat(written));
}
