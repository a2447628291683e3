import { endpoints } from '#schema/endpoints/endpoints.ts';
import type { Deps } from '../deps.ts';
import { completeReply } from '../editor/complete-reply.ts';
import { readContextOf } from '../editor/edit-route.ts';
import { getAdminResource } from '../editor/queries/admin-course-queries.ts';
import { addFile, hasResource } from '../editor/queries/resource-edit-queries.ts';
import { auditStampOf } from '../history/audit-stamp.ts';
import { watchRow } from '../history/watch-row.ts';
import { commandRoute } from '../http/commands/command-route.ts';
import { parseInput } from '../http/parse-input.ts';
import { ApiError } from '../http/reply/api-error.ts';
import type { Route } from '../http/route.ts';
import { storageProblem } from '../media/storage-problem.ts';
import { afterAttach } from './after-attach.ts';
import { findAttached, isSpent, shareUpload } from './attach-again.ts';
import { isGone, prepareUpload, type Ready } from './attach-upload.ts';
import { getLessonTitle } from './files/lesson-video-queries.ts';
import { findResourceType } from './files/upload-kind.ts';

const endpoint = endpoints.attachResource;

/**
 * The command that adds a finished upload to a lesson as a resource. Its bytes stay as they are. Any number of commands
 * may add the same upload.
 */
export function resourceRoute(deps: Deps): Route {
  return commandRoute(deps, {
    endpoint,
    parse: (body) => parseInput(endpoint.input, body),
    prepare: async (body, { caller }) => {
      const ready = await prepareFile(deps, body, caller.id);
      return isGone(ready) ? ((await findAttached(deps, body, caller.id)) ?? ready) : ready;
    },
    run: async (trx, command) => {
      const { input, param, ready, now } = command;
      const targetId = param('lessonId');
      const readContext = readContextOf(deps, now);
      await getLessonTitle(trx, targetId);
      // A device repeats a command whose receipt was removed long ago.
      const place = { lessonId: targetId, resourceId: input.id ?? '' };
      if (isSpent(ready) && (await hasResource(trx, place)))
        return { resource: await getAdminResource(trx, place, readContext.addressOf) };
      const recordRevisions = await watchRow(trx, endpoint, targetId);
      const { at } = readContext;
      const fileId = await shareUpload(trx, ready, { name: input.name, at });
      const reply = await addFile(trx, { input, targetId, readContext, at }, fileId);
      await recordRevisions(auditStampOf(command), reply);
      return reply;
    },
    afterCommit: (origin, reply, ready) => afterAttach(deps, endpoint, { origin, reply, ready }),
    complete: (reply, { body, isMinimal }) => {
      const readContext = readContextOf(deps, deps.clock.now());
      return completeReply(deps.db, reply, { shows: 'resource', readContext, body, isMinimal });
    },
  });
}

/** The type of an upload that was not attached yet. Its bytes are stored as a file that no row names. */
function prepareFile(deps: Deps, body: unknown, userId: string): Promise<Ready<string>> {
  return prepareUpload<string>(deps, body, {
    kind: 'file',
    userId,
    make: async ({ head, path }, { fileId }) => {
      const contentType = findResourceType(head);
      if (contentType === null) throw new ApiError('not_a_file');
      await deps.mediaStore.incoming.place(fileId, path).catch((error: unknown) => {
        throw storageProblem(error) ?? error;
      });
      return contentType;
    },
  });
}
