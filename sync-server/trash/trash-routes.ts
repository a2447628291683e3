import { PurgeCourseInput } from '#schema/editor/trash.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import type { Trx } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { auditStampOf } from '../history/audit-stamp.ts';
import { insertRevision } from '../history/revision-queries.ts';
import type { CommandReply } from '../http/commands/command.ts';
import type { CommandCall, CommandOrigin } from '../http/commands/command-handler.ts';
import { commandRoute } from '../http/commands/command-route.ts';
import { signedInRoute } from '../http/endpoint-routes.ts';
import { parseInput } from '../http/parse-input.ts';
import { ApiError } from '../http/reply/api-error.ts';
import { jsonReply } from '../http/reply.ts';
import type { Route } from '../http/route.ts';
import { beginPurge, findTrashed, isLive, listTrash, restoreTrashed, type Trashed } from './trash-queries.ts';

/** The calls for deleted courses that can be restored. */
export function trashRoutes(deps: Deps): Route[] {
  return [
    signedInRoute(deps, endpoints.listTrash, async (c) =>
      jsonReply(c, JSON.stringify({ courses: await listTrash(deps.db) })),
    ),
    commandRoute(deps, {
      endpoint: endpoints.restoreCourse,
      parse: () => undefined,
      run: restoreCourse,
      afterCommit: continueInPieces(deps, 'course restored'),
    }),
    commandRoute(deps, {
      endpoint: endpoints.purgeCourse,
      parse: (body) => parseInput(PurgeCourseInput, body),
      run: purgeCourse,
      afterCommit: continueInPieces(deps, 'course deleted for good'),
    }),
  ];
}

/** Restoring a course that is not deleted changes nothing. Throws ApiError 404 `course_not_in_trash`. */
async function restoreCourse(trx: Trx, call: CommandCall<undefined>) {
  const courseId = call.param('courseId');
  const trashed = await findTrashed(trx, courseId);
  if (trashed === undefined) {
    if (await isLive(trx, courseId)) return { success: true as const };
    throw new ApiError('course_not_in_trash');
  }
  await restoreTrashed(trx, courseId, call.now.toISOString());
  await recordTrashRevision(trx, call, trashed, 'restored');
  return { success: true as const };
}

/** Deletes the course as the admin saw it: one that was restored and deleted again is another one. */
async function purgeCourse(trx: Trx, call: CommandCall<PurgeCourseInput>) {
  const trashed = await findTrashed(trx, call.param('courseId'));
  if (trashed?.deletedAt !== call.input.deletedAt) throw new ApiError('course_not_in_trash');
  await beginPurge(trx, trashed.courseId, call.now);
  await recordTrashRevision(trx, call, trashed, 'purged');
  return { success: true as const };
}

/**
 * As a change of the course, with a field of its own: an app of an earlier version knows no other kind of revision, and
 * could not read the list.
 */
async function recordTrashRevision(
  trx: Trx,
  call: CommandCall<unknown>,
  { courseId, title }: Trashed,
  trash: 'restored' | 'purged',
): Promise<void> {
  const course = { entity: 'course', entityId: courseId, courseId, title } as const;
  const effect = { kind: 'update', version: null, before: {}, after: { trash } } as const;
  await insertRevision(trx, auditStampOf(call), { ...course, ...effect });
}

/** Nobody waits for the rest. */
const continueInPieces =
  (deps: Deps, event: string) =>
  async ({ caller, param }: CommandOrigin, { status }: CommandReply): Promise<void> => {
    const line = { userId: caller.id, courseId: param('courseId').slice(0, 64), status };
    if (status === 200) deps.log.info(line, event);
    else deps.log.warn(line, `${event}: refused`);
    void deps.deletedCourses.drain();
  };
