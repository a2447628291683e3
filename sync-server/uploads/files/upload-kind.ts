import type { UploadKind } from '#schema/sync/upload.ts';
import { ApiError } from '#sync-server/http/reply/api-error.ts';
import { findImageKind } from './image-kind.ts';
import { findVideoContainer } from './video-container.ts';

/** Throws ApiError 400 unless the first bytes of a file match the kind of upload. */
export function requireKind(kind: UploadKind, head: Buffer): void {
  if (kind === 'video' && findVideoContainer(head) === null) throw new ApiError('not_a_video');
  if (kind === 'thumbnail' && findImageKind(head) === null) throw new ApiError('not_an_image');
}
