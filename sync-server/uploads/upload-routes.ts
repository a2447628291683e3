import { Readable } from 'node:stream';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { auditStampAt } from '../history/audit-stamp.ts';
import { changeRow } from '../history/watch-row.ts';
import type { Caller } from '../http/caller.ts';
import { signedInRoute } from '../http/endpoint-routes.ts';
import { pathParam } from '../http/path-param.ts';
import { type AppContext, jsonReply } from '../http/reply.ts';
import type { Route } from '../http/route.ts';
import { removeUnneeded } from '../media-store/remove-unneeded.ts';
import { thumbnailNames } from '../media-store/stored-names.ts';
import { removeFiles } from '../media-store/temporary-files.ts';
import { attachRoutes } from './attach-routes.ts';
import { getLessonTitle } from './files/lesson-video-queries.ts';
import { OneAtATime } from './files/one-at-a-time.ts';
import { receiveFile, type Upload } from './files/receive-file.ts';
import { renderThumbnail } from './files/thumbnail-image.ts';
import { listThumbnails, requireCourse, setThumbnail } from './files/thumbnail-queries.ts';
import { storeVideo } from './store-video.ts';

/**
 * The calls that upload a file. Permission, existence of the target, and rate are checked before the first
 * byte of it is read.
 */
export function uploadRoutes(deps: Deps): Route[] {
  /** A decoded image of 40 megapixels takes 160 MB. */
  const thumbnailQueue = new OneAtATime();
  return [
    signedInRoute(deps, endpoints.uploadThumbnail, (c, caller) =>
      uploadThumbnailFile(deps, c, { caller, thumbnailQueue }),
    ),
    signedInRoute(deps, endpoints.uploadVideo, (c, caller) => uploadVideoFile(deps, c, caller)),
    ...attachRoutes(deps, thumbnailQueue),
  ];
}

interface ThumbnailCall {
  readonly caller: Caller;
  readonly thumbnailQueue: OneAtATime;
}

async function uploadThumbnailFile(deps: Deps, c: AppContext, { caller, thumbnailQueue }: ThumbnailCall) {
  const { dataFolder } = deps.config;
  const courseId = pathParam(c, 'courseId');
  await requireCourse(deps.db, courseId);
  await deps.limits.consume([{ limit: 'uploadByUser', key: caller.id }]);
  const maxBytes = endpoints.uploadThumbnail.bodyMaxBytes;
  const rules = { dataFolder, field: 'thumbnail', maxBytes, tooLarge: 'image_too_large' } as const;
  const received = await receiveFile(openUpload(c), rules);
  const address = await thumbnailQueue
    .run(() => renderThumbnail(deps, received))
    .finally(() => removeFiles(received.path));
  await showThumbnail(deps, { courseId, address, userId: caller.id });
  deps.log.info({ userId: caller.id, courseId, sizeBytes: received.sizeBytes }, 'thumbnail uploaded');
  return jsonReply(c, JSON.stringify({ thumbnailUrl: address, success: true }));
}

interface Shown {
  readonly courseId: string;
  readonly address: string;
  readonly userId: string;
}

/**
 * The new thumbnail is stored before a row names it; the old one is deleted after no row names it any more.
 */
async function showThumbnail(deps: Deps, { courseId, address, userId }: Shown): Promise<void> {
  const at = deps.clock.now().toISOString();
  const change = { entity: 'course', id: courseId, auditStamp: auditStampAt(userId, at) } as const;
  try {
    const old = await inTransaction(deps.db, (trx) =>
      changeRow(trx, { ...change, work: () => setThumbnail(trx, { courseId, address, at }) }),
    );
    const isUsed = old !== null && (await listThumbnails(deps.db)).has(old);
    if (old !== null && !isUsed) await removeUnneeded(deps, ...thumbnailNames(old));
  } catch (error) {
    await removeUnneeded(deps, ...thumbnailNames(address));
    throw error;
  }
}

async function uploadVideoFile(deps: Deps, c: AppContext, caller: Caller): Promise<Response> {
  const { dataFolder } = deps.config;
  const lessonId = pathParam(c, 'lessonId');
  await getLessonTitle(deps.db, lessonId);
  await deps.limits.consume([{ limit: 'uploadByUser', key: caller.id }]);
  const maxBytes = endpoints.uploadVideo.bodyMaxBytes;
  const received = await receiveFile(openUpload(c), { dataFolder, maxBytes, tooLarge: 'video_too_large' });
  const fileId = await storeVideo(deps, { lessonId, userId: caller.id }, received).finally(() =>
    removeFiles(received.path),
  );
  const { sizeBytes } = received;
  deps.log.info({ userId: caller.id, lessonId, fileId, sizeBytes }, 'video uploaded');
  const expiresAt = deps.media.expiresAt(deps.clock.now());
  return jsonReply(c, JSON.stringify({ videoUrl: deps.media.addressOf(fileId, expiresAt) }));
}

/** Node's own request, if there is one, passes the bytes on without the queues of a web stream. */
function openUpload(c: AppContext): Upload {
  const headers = {
    'content-type': c.req.header('Content-Type'),
    'content-encoding': c.req.header('Content-Encoding'),
  };
  const body = c.env?.incoming ?? Readable.from(c.req.raw.body ?? [], { objectMode: false });
  return { headers, body };
}
