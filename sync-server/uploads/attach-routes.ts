import { endpoints } from '#schema/endpoints/endpoints.ts';
import type { Deps } from '../deps.ts';
import { completeReply } from '../editor/complete-reply.ts';
import { readContextOf } from '../editor/edit-route.ts';
import { toMinimal, withoutHtml } from '../editor/minimal-reply.ts';
import { auditStampOf } from '../history/audit-stamp.ts';
import { watchRow } from '../history/watch-row.ts';
import { commandRoute } from '../http/commands/command-route.ts';
import { parseInput } from '../http/parse-input.ts';
import { ApiError } from '../http/reply/api-error.ts';
import type { Route } from '../http/route.ts';
import { storageProblem } from '../media/storage-problem.ts';
import { afterAttach } from './after-attach.ts';
import { attachThumbnail, attachVideo, type PlacedVideo } from './attach-queries.ts';
import { replacementRoute, resourceRoute } from './attach-resource.ts';
import { prepareUpload } from './attach-upload.ts';
import type { OneAtATime } from './files/one-at-a-time.ts';
import { renderThumbnail } from './files/thumbnail-image.ts';
import { findVideoContainer } from './files/video-container.ts';

/** The commands that attach a finished upload. */
export function attachRoutes(deps: Deps, thumbnailQueue: OneAtATime): Route[] {
  return [
    videoRoute(deps),
    thumbnailRoute(deps, thumbnailQueue),
    resourceRoute(deps),
    replacementRoute(deps),
  ];
}

function videoRoute(deps: Deps): Route {
  const endpoint = endpoints.attachVideo;
  return commandRoute(deps, {
    endpoint,
    parse: (body) => parseInput(endpoint.input, body),
    prepare: (body, { caller }) =>
      prepareUpload<PlacedVideo>(deps, body, {
        kind: 'video',
        userId: caller.id,
        make: async ({ head, path }, { fileId }) => {
          const container = findVideoContainer(head);
          if (container === null) throw new ApiError('not_a_video');
          await deps.mediaStore.incoming.place(fileId, path).catch(asStorageProblem);
          return { container, isTranscoded: await deps.transcoder.isAvailable() };
        },
      }),
    run: async (trx, command) => {
      const { param, ready, now } = command;
      const targetId = param('lessonId');
      const recordRevisions = await watchRow(trx, endpoint, targetId);
      const readContext = readContextOf(deps, now);
      const auditStamp = auditStampOf(command);
      const reply = await attachVideo(trx, { targetId, readContext, at: readContext.at, ready, auditStamp });
      await recordRevisions(auditStamp, reply);
      return reply;
    },
    afterCommit: async (origin, reply, ready) => {
      await afterAttach(deps, endpoint, { origin, reply, ready });
      if (reply.status === 200) deps.transcoder.scheduleDrain();
    },
    minimise: toMinimal,
    trimReceipt: withoutHtml,
    complete: (reply, { body, isMinimal }) => {
      const readContext = currentReadContext(deps);
      return completeReply(deps.db, reply, { shows: 'lesson', readContext, body, isMinimal });
    },
  });
}

function thumbnailRoute(deps: Deps, thumbnailQueue: OneAtATime): Route {
  const endpoint = endpoints.attachThumbnail;
  return commandRoute(deps, {
    endpoint,
    parse: (body) => parseInput(endpoint.input, body),
    // A thumbnail without a row is swept within a day.
    prepare: (body, { caller }) =>
      prepareUpload<string>(deps, body, {
        kind: 'thumbnail',
        userId: caller.id,
        make: (received) => thumbnailQueue.run(() => renderThumbnail(deps, received)),
      }),
    run: async (trx, command) => {
      const { param, ready, now } = command;
      const targetId = param('courseId');
      const recordRevisions = await watchRow(trx, endpoint, targetId);
      const readContext = readContextOf(deps, now);
      const auditStamp = auditStampOf(command);
      const reply = await attachThumbnail(trx, {
        targetId,
        readContext,
        at: readContext.at,
        ready,
        auditStamp,
      });
      await recordRevisions(auditStamp, reply);
      return reply;
    },
    afterCommit: (origin, reply, ready) => afterAttach(deps, endpoint, { origin, reply, ready }),
    minimise: toMinimal,
    complete: (reply, { body, isMinimal }) => {
      const readContext = currentReadContext(deps);
      return completeReply(deps.db, reply, { shows: 'course', readContext, body, isMinimal });
    },
  });
}

const currentReadContext = (deps: Deps) => readContextOf(deps, deps.clock.now());

function asStorageProblem(error: unknown): never {
  throw storageProblem(error) ?? error;
}
