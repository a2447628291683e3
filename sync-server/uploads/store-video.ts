import type { FileRow } from '../db/tables.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { auditStampAt } from '../history/audit-stamp.ts';
import { changeRow } from '../history/watch-row.ts';
import { ApiError } from '../http/reply/api-error.ts';
import { removeUnneeded } from '../media-store/remove-unneeded.ts';
import { mediaName, newFileId } from '../media-store/stored-names.ts';
import { getLessonTitle, setLessonVideoFile } from './files/lesson-video-queries.ts';
import type { ReceivedFile } from './files/receive-file.ts';
import { findVideoContainer, videoFileName } from './files/video-container.ts';
import { enqueueTranscode } from './transcode/transcode-queries.ts';

/**
 * Sets the received file as the video of a lesson, queues its transcoding where possible, and returns the id
 * of the file that the lesson shows. The bytes are stored before a row names them. Throws ApiError: 400 when
 * the bytes are not a video, 404 when the lesson was deleted.
 */
export async function storeVideo(
  deps: Deps,
  { lessonId, userId }: { readonly lessonId: string; readonly userId: string },
  received: ReceivedFile,
): Promise<string> {
  const container = findVideoContainer(received.head);
  if (container === null) throw new ApiError('not_a_video');
  const title = await getLessonTitle(deps.db, lessonId);
  const at = deps.clock.now().toISOString();
  const file: FileRow = {
    id: newFileId(),
    name: videoFileName(title, container.extension),
    contentType: container.contentType,
    sizeBytes: received.sizeBytes,
    digest: received.digest,
  };
  const isTranscoded = await deps.transcoder.isAvailable();
  const name = mediaName(file.id);
  await deps.mediaStore.moveIn(name, received.path);
  const shownId = await inTransaction(deps.db, async (trx) => {
    const work = () => setLessonVideoFile(trx, { lessonId, file, at });
    const auditStamp = auditStampAt(userId, at);
    const fileId = await changeRow(trx, { entity: 'lesson', id: lessonId, auditStamp, work });
    if (isTranscoded && fileId === file.id) await enqueueTranscode(trx, file.id, at);
    return fileId;
  }).catch(async (error: unknown) => {
    await removeUnneeded(deps, name);
    throw error;
  });
  if (shownId !== file.id) await removeUnneeded(deps, name);
  else if (isTranscoded) deps.transcoder.scheduleDrain();
  return shownId;
}
