import { serverMessages } from '#schema/server-messages.ts';
import type { LessonRow } from '../db/tables.ts';
import type { Trx } from '../db/transaction.ts';
import { ApiError } from '../http/api-error.ts';
import { findFile } from '../media/file-queries.ts';

interface VideoInput {
  readonly videoUrl?: string | null | undefined;
  readonly video_url?: string | null | undefined;
}

/** The columns that say where a lesson's video is. */
type VideoColumns = Pick<LessonRow, 'videoUrl' | 'videoFileId'>;

interface FoundVideo {
  readonly columns: VideoColumns;
  /** Of a film of our own. */
  readonly sizeBytes: number | null;
}

/**
 * What a body says of the video, as it is stored; undefined when it says nothing. `videoUrl` wins over
 * `video_url`. Blank takes the video away. An address of our own, which the editor got signed and sends
 * back, becomes the file that it names: the signature ends, the film stays. Throws ApiError 400 when no
 * film of ours has that name.
 */
export async function findVideo(trx: Trx, input: VideoInput): Promise<FoundVideo | undefined> {
  const address = input.videoUrl === undefined ? input.video_url : input.videoUrl;
  if (address === undefined) return undefined;
  if (address === null || address === '')
    return { columns: { videoUrl: null, videoFileId: null }, sizeBytes: null };
  const fileId = /^\/media\/([0-9a-f]{32})(?:\?|$)/.exec(address)?.[1];
  if (fileId === undefined) return { columns: { videoUrl: address, videoFileId: null }, sizeBytes: null };
  const file = await findFile(trx, fileId);
  if (file?.contentType.startsWith('video/') !== true) {
    const message = serverMessages.videoFileNotFound;
    throw new ApiError('invalid_input', { message, fields: { videoUrl: message } });
  }
  return { columns: { videoUrl: null, videoFileId: fileId }, sizeBytes: file.sizeBytes };
}
