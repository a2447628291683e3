import type { Endpoint } from '#schema/endpoint.ts';
import { endpoints } from '#schema/endpoints.ts';
import type { Deps } from '../deps.ts';
import { completeReply } from '../editor/complete-reply.ts';
import { readingOf } from '../editor/edit-route.ts';
import { stampOf } from '../history/stamp.ts';
import { watchRow } from '../history/watch-row.ts';
import { ApiError } from '../http/api-error.ts';
import { type CommandOrigin, commandRoute, type Route } from '../http/endpoint-routes.ts';
import { parseInput } from '../http/parse-input.ts';
import type { CommandReply } from '../http/run-command.ts';
import { attachThumbnail, attachVideo, type PlacedFilm } from './attach-queries.ts';
import { prepareUpload } from './attach-upload.ts';
import { discardAttached } from './discard-uploads.ts';
import { placeIncoming } from './incoming-folder.ts';
import type { OneAtATime } from './one-at-a-time.ts';
import { storageProblem } from './storage-problem.ts';
import { renderThumbnail } from './thumbnail-image.ts';
import { findVideoContainer } from './video-container.ts';

/** The commands that attach a finished upload. */
export function attachRoutes(deps: Deps, pictures: OneAtATime): Route[] {
  return [videoRoute(deps), thumbnailRoute(deps, pictures)];
}

function videoRoute(deps: Deps): Route {
  const endpoint = endpoints.attachVideo;
  const { dataFolder } = deps.config;
  return commandRoute(deps, {
    endpoint,
    parse: (body) => parseInput(endpoint.input, body),
    prepare: (body, { caller }) =>
      prepareUpload<PlacedFilm>(deps, body, {
        kind: 'video',
        userId: caller.id,
        make: async ({ head }, { fileId }) => {
          const container = findVideoContainer(head);
          if (container === null) throw new ApiError('not_a_video');
          await placeIncoming(dataFolder, fileId).catch(asStorageProblem);
          return { container, isTranscoded: await deps.transcoder.isAvailable() };
        },
      }),
    run: async (trx, command) => {
      const { param, ready, now } = command;
      const targetId = param('lessonId');
      const remember = await watchRow(trx, endpoint, targetId);
      const reading = readingOf(deps, now);
      const reply = await attachVideo(trx, { targetId, reading, at: reading.at, ready });
      await remember(stampOf(command), reply);
      return reply;
    },
    settle: async (origin, reply) => {
      await settleAttach(deps, endpoint, { origin, reply });
      if (reply.status === 200) deps.transcoder.wake();
    },
    complete: (reply) => completeReply(deps.db, reply, { shows: 'lesson', reading: readingNow(deps) }),
  });
}

function thumbnailRoute(deps: Deps, pictures: OneAtATime): Route {
  const endpoint = endpoints.attachThumbnail;
  const { dataFolder } = deps.config;
  return commandRoute(deps, {
    endpoint,
    parse: (body) => parseInput(endpoint.input, body),
    // A thumbnail without a row is swept within a day.
    prepare: (body, { caller }) =>
      prepareUpload<string>(deps, body, {
        kind: 'thumbnail',
        userId: caller.id,
        make: (received) => pictures.run(() => renderThumbnail(dataFolder, received)),
      }),
    run: async (trx, command) => {
      const { param, ready, now } = command;
      const targetId = param('courseId');
      const remember = await watchRow(trx, endpoint, targetId);
      const reading = readingOf(deps, now);
      const reply = await attachThumbnail(trx, { targetId, reading, at: reading.at, ready });
      await remember(stampOf(command), reply);
      return reply;
    },
    settle: (origin, reply) => settleAttach(deps, endpoint, { origin, reply }),
    complete: (reply) => completeReply(deps.db, reply, { shows: 'course', reading: readingNow(deps) }),
  });
}

const readingNow = (deps: Deps) => readingOf(deps, deps.clock.now());

interface Settled {
  readonly origin: CommandOrigin;
  readonly reply: CommandReply;
}

/**
 * After the commit: deletes the bytes of attached uploads. After a crash before this, the sweep deletes them.
 */
async function settleAttach(
  deps: Deps,
  { method, path }: Endpoint,
  { origin, reply }: Settled,
): Promise<void> {
  const { id: userId } = origin.caller;
  const line = { userId, call: `${method} ${path}`, status: reply.status };
  if (reply.status !== 200) return deps.log.warn(line, 'edit refused');
  deps.log.info(line, 'course edited');
  await discardAttached(deps, userId);
}

function asStorageProblem(error: unknown): never {
  throw storageProblem(error) ?? error;
}
