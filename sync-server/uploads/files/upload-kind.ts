import type { UploadKind } from '#schema/sync/upload.ts';
import { ApiError } from '#sync-server/http/reply/api-error.ts';
import { findImageKind } from './image-kind.ts';
import { findVideoContainer } from './video-container.ts';

/** Throws ApiError 400 unless the first bytes of a file match the kind of upload. */
export function requireKind(kind: UploadKind, head: Buffer): void {
  if (kind === 'video' && findVideoContainer(head) === null) throw new ApiError('not_a_video');
  if (kind === 'file' && findResourceType(head) === null) throw new ApiError('not_a_file');
  if (kind === 'thumbnail' && findImageKind(head) === null) throw new ApiError('not_an_image');
}

/** The type of a file that can be a resource, detected from its first bytes; null for any other. */
export function findResourceType(head: Buffer): string | null {
  if (head.toString('latin1', 0, 5) === '%PDF-') return 'application/pdf';
  return findVideoContainer(head)?.contentType ?? null;
}
