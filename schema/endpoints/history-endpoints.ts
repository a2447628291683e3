import { RejectedTextInput, RevisionReply, RevisionsReply } from '../editor/history.ts';
import { LESSON_BODY_MAX_BYTES } from '../limits.ts';
import { endpoint, noInput, Success } from './endpoint.ts';

/** The audit, and the history of a lesson. Lists accept the query `before`, the id to continue after. */
export const historyEndpoints = {
  listLessonHistory: endpoint({
    method: 'GET',
    path: '/api/admin/lessons/:lessonId/history',
    caller: 'admin',
    summary:
      'List the changes of a lesson, newest first, with the HTML before and after; includes deleted lessons',
    input: noInput,
    output: RevisionsReply,
    query: {
      before: 'The id to continue after; without it, the newest are returned',
      without:
        '“html”: the HTML is omitted and its size given instead. Otherwise a page ends early when its HTML is long',
    },
  }),
  getRevision: endpoint({
    method: 'GET',
    path: '/api/admin/history/:revisionId',
    caller: 'admin',
    summary: 'Return one change of the history, with the HTML before and after',
    input: noInput,
    output: RevisionReply,
  }),
  /** Also accepts the queries `courseId` and `userId`. */
  listAudit: endpoint({
    method: 'GET',
    path: '/api/admin/audit',
    caller: 'admin',
    summary: 'List all changes by admins, newest first, without the HTML of lessons',
    input: noInput,
    output: RevisionsReply,
  }),
  storeRejectedText: endpoint({
    method: 'POST',
    path: '/api/admin/history',
    caller: 'admin',
    isCommand: true,
    summary: 'Store text that was rejected in a conflict in the history of its row',
    input: RejectedTextInput,
    output: Success,
    bodyMaxBytes: LESSON_BODY_MAX_BYTES,
  }),
} as const;
