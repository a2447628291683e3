import { RejectedTextInput, RevisionsReply } from '../editor/history.ts';
import { LESSON_BODY_MAX_BYTES } from '../limits.ts';
import { endpoint, noInput, Success } from './endpoint.ts';

/** The audit, and the history of a lesson. Lists accept the query `before`, the id to continue after. */
export const historyEndpoints = {
  listLessonHistory: endpoint({
    method: 'GET',
    path: '/api/admin/lessons/:lessonId/history',
    caller: 'admin',
    summary: 'What was done to a lesson, newest first, with its HTML then and before; also of a deleted one',
    input: noInput,
    output: RevisionsReply,
  }),
  /** Also accepts the queries `courseId` and `userId`. */
  listAudit: endpoint({
    method: 'GET',
    path: '/api/admin/audit',
    caller: 'admin',
    summary: 'Everything that admins did, newest first, without the HTML of lessons',
    input: noInput,
    output: RevisionsReply,
  }),
  storeRejectedText: endpoint({
    method: 'POST',
    path: '/api/admin/history',
    caller: 'admin',
    isCommand: true,
    summary: 'Keep the words that were not taken in a conflict in the history of their row',
    input: RejectedTextInput,
    output: Success,
    bodyMaxBytes: LESSON_BODY_MAX_BYTES,
  }),
} as const;
