import { PurgeCourseInput, TrashReply } from '../editor/trash.ts';
import { endpoint, noInput, Success } from './endpoint.ts';

/** The admins' calls for deleted courses that can be restored. */
export const trashEndpoints = {
  listTrash: endpoint({
    method: 'GET',
    path: '/api/admin/trash',
    caller: 'admin',
    summary: 'List the deleted courses that can be restored, the newest first',
    input: noInput,
    output: TrashReply,
  }),
  restoreCourse: endpoint({
    method: 'POST',
    path: '/api/admin/trash/:courseId/restore',
    caller: 'admin',
    isCommand: true,
    summary: 'Restore a deleted course, unpublished, with its learners, their progress and its codes',
    input: noInput,
    output: Success,
  }),
  purgeCourse: endpoint({
    method: 'POST',
    path: '/api/admin/trash/:courseId/purge',
    caller: 'admin',
    isCommand: true,
    summary: 'Remove a deleted course for good before its time, with its files',
    input: PurgeCourseInput,
    output: Success,
  }),
} as const;
