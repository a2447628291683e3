import type { Endpoint } from '#schema/endpoints/endpoint.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import type { Deps } from '../deps.ts';
import { completeReply } from '../editor/complete-reply.ts';
import { readContextOf } from '../editor/edit-route.ts';
import { getAdminResource } from '../editor/queries/admin-course-queries.ts';
import { addFile, getResource, hasResource, replaceFile } from '../editor/queries/resource-edit-queries.ts';
import { auditStampOf } from '../history/audit-stamp.ts';
import { wasGiven } from '../history/revision-queries.ts';
import { watchRow } from '../history/watch-row.ts';
import type { CommandHandler } from '../http/commands/command-handler.ts';
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

/**
 * The command that adds a finished upload to a lesson as a resource. Its bytes stay as they are. Any number of commands
 * may add the same upload.
 */
export function resourceRoute(deps: Deps): Route {
  const endpoint = endpoints.attachResource;
  return commandRoute(deps, {
    ...fileCommand(deps, endpoint),
    parse: (body) => parseInput(endpoint.input, body),
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
      const { id: fileId } = await shareUpload(trx, ready, { name: input.name, at });
      const reply = await addFile(trx, { input, targetId, readContext, at }, fileId);
      await recordRevisions(auditStampOf(command), reply);
      return reply;
    },
  });
}

/**
 * The command that gives a resource another file. The old one is removed with the other files that no row names. A
 * command that is repeated after its receipt has expired replaces nothing that was chosen since.
 */
export function replacementRoute(deps: Deps): Route {
  const endpoint = endpoints.replaceFile;
  return commandRoute(deps, {
    ...fileCommand(deps, endpoint),
    parse: (body) => parseInput(endpoint.input, body),
    run: async (trx, command) => {
      const { input, param, ready, now } = command;
      const targetId = param('resourceId');
      const readContext = readContextOf(deps, now);
      const row = await getResource(trx, { targetId, ifMatch: null, readContext });
      const auditStamp = auditStampOf(command);
      const given = { entity: 'resource', id: targetId, field: 'url' } as const;
      if (!isSpent(ready) || !(await wasGiven(trx, auditStamp, given))) {
        const recordRevisions = await watchRow(trx, endpoint, targetId);
        const { at } = readContext;
        await replaceFile(trx, row, { file: await shareUpload(trx, ready, { name: input.name, at }), at });
        await recordRevisions(auditStamp, undefined);
      }
      const place = { lessonId: row.lessonId, resourceId: targetId };
      return { resource: await getAdminResource(trx, place, readContext.addressOf) };
    },
  });
}

/** The steps of a command with the file of a resource: its upload is prepared, and discarded after the commit. */
const fileCommand = <E extends Endpoint>(deps: Deps, endpoint: E) =>
  ({
    endpoint,
    prepare: (body, { caller }) => prepareShared(deps, body, caller.id),
    afterCommit: (origin, reply, ready) => afterAttach(deps, endpoint, { origin, reply, ready }),
    complete: (reply, { body, isMinimal }) => {
      const readContext = readContextOf(deps, deps.clock.now());
      return completeReply(deps.db, reply, { shows: 'resource', readContext, body, isMinimal });
    },
  }) satisfies Partial<CommandHandler<E, Ready<string>>>;

/** As {@link prepareFile}, also for an upload that was attached. */
async function prepareShared(deps: Deps, body: unknown, userId: string): Promise<Ready<string>> {
  const ready = await prepareFile(deps, body, userId);
  return isGone(ready) ? ((await findAttached(deps, body, userId)) ?? ready) : ready;
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
