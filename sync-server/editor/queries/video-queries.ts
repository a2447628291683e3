import { serverMessages } from '#schema/messages/server-messages.ts';
import type { LessonRow } from '#sync-server/db/tables.ts';
import type { Trx } from '#sync-server/db/transaction.ts';
import { ApiError } from '#sync-server/http/reply/api-error.ts';
import { findFile } from '#sync-server/media/file-queries.ts';

interface VideoInput {
  readonly videoUrl?: string | null | undefined;
  readonly video_url?: string | null | undefined;
}

/** The columns that locate a lesson's video. */
type VideoColumns = Pick<LessonRow, 'videoUrl' | 'videoFileId'>;

interface FoundVideo {
  readonly columns: VideoColumns;
  /** For an own video. */
  readonly sizeBytes: number | null;
}

/**
 * Returns the stored form of the video in a body; undefined when the body has none. `videoUrl` wins over
 * `video_url`. A blank value removes the video. An address of an own file, which the editor received signed
 * and sends back, becomes the file id: the signature expires, the file does not. Throws ApiError 400 when no
 * own video has that id.
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
