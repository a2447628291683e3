import { endpoints } from '#schema/endpoints/endpoints.ts';
import type { Deps } from '../deps.ts';
import { completeReply } from '../editor/complete-reply.ts';
import { readContextOf } from '../editor/edit-route.ts';
import { getAdminResource } from '../editor/queries/admin-course-queries.ts';
import { addFile, hasResource } from '../editor/queries/resource-edit-queries.ts';
import { auditStampOf } from '../history/audit-stamp.ts';
import { watchRow } from '../history/watch-row.ts';
import { commandRoute, type Route } from '../http/endpoint-routes.ts';
import { parseInput } from '../http/parse-input.ts';
import { ApiError } from '../http/reply/api-error.ts';
import { afterAttach } from './after-attach.ts';
import { isGone, prepareUpload, takeUpload } from './attach-upload.ts';
import { getLessonTitle } from './files/lesson-video-queries.ts';
import { storageProblem } from './files/storage-problem.ts';
import { findResourceType } from './files/upload-kind.ts';

const endpoint = endpoints.attachResource;

/** The command that adds a finished upload to a lesson as a resource. Its bytes stay as they are. */
export function resourceRoute(deps: Deps): Route {
  return commandRoute(deps, {
    endpoint,
    parse: (body) => parseInput(endpoint.input, body),
    prepare: (body, { caller }) =>
      prepareUpload<string>(deps, body, {
        kind: 'file',
        userId: caller.id,
        make: async ({ head, path }, { fileId }) => {
          const contentType = findResourceType(head);
          if (contentType === null) throw new ApiError('not_a_file');
          await deps.mediaStore.incoming.place(fileId, path).catch((error: unknown) => {
            throw storageProblem(error) ?? error;
          });
          return contentType;
        },
      }),
    run: async (trx, command) => {
      const { input, param, ready, now } = command;
      const targetId = param('lessonId');
      const readContext = readContextOf(deps, now);
      await getLessonTitle(trx, targetId);
      // A device repeats a command whose receipt and upload were removed long ago.
      const place = { lessonId: targetId, resourceId: input.id ?? '' };
      if (isGone(ready) && (await hasResource(trx, place)))
        return { resource: await getAdminResource(trx, place, readContext.addressOf) };
      const recordRevisions = await watchRow(trx, endpoint, targetId);
      const { upload, digest, prepared: contentType } = await takeUpload(trx, ready, readContext.at);
      const { fileId: id, sizeBytes } = upload;
      const file = { id, name: input.name, contentType, sizeBytes, digest, createdAt: readContext.at };
      const reply = await addFile(trx, { input, targetId, readContext, at: readContext.at }, file);
      await recordRevisions(auditStampOf(command), reply);
      return reply;
    },
    afterCommit: (origin, reply) => afterAttach(deps, endpoint, { origin, reply }),
    complete: (reply, { body, isMinimal }) => {
      const readContext = readContextOf(deps, deps.clock.now());
      return completeReply(deps.db, reply, { shows: 'resource', readContext, body, isMinimal });
    },
  });
}
