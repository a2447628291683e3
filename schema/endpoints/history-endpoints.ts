import { RejectedTextInput, RevisionsReply } from '../editor/history.ts';
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
