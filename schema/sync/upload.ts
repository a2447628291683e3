import * as v from 'valibot';
import { THUMBNAIL_MAX_BYTES, VIDEO_MAX_BYTES } from '../limits.ts';
import { adminMessages } from '../messages/admin-messages.ts';

/*
 * Files are uploaded in pieces by the protocol tus 1.0.0 (creation and termination), under ids made by the
 * device: a creation whose reply was lost is repeated and means the same upload.
 */

/** `POST` here starts an upload; `<path>/<id>` is the upload. */
export const UPLOADS_PATH = '/api/uploads';
export const TUS_VERSION = '1.0.0';
export const TUS_BYTES_TYPE = 'application/offset+octet-stream';

/** The protocol's headers, as used on both sides. */
export const tusHeaders = {
  resumable: 'Tus-Resumable',
  length: 'Upload-Length',
  offset: 'Upload-Offset',
  metadata: 'Upload-Metadata',
} as const;

export const UploadId = v.pipe(v.string(), v.uuid());
/** A `file`, a PDF or a video, becomes a resource of any number of lessons. */
export const UploadKind = v.picklist(['video', 'thumbnail', 'file']);
export type UploadKind = v.InferOutput<typeof UploadKind>;

/** The upload's fields in `Upload-Metadata`; all others are ignored. */
export const UploadMetadata = v.object({
  id: UploadId,
  kind: UploadKind,
  /** SHA-256 of the whole file in base64url, checked before it is used. */
  sha256: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{43}$/))),
});
export type UploadMetadata = v.InferOutput<typeof UploadMetadata>;

/** Maximum size of a file, and the code and sentence of a larger one. */
export const uploadRules = {
  video: {
    maxBytes: VIDEO_MAX_BYTES,
    tooLarge: 'video_too_large',
    tooLargeMessage: adminMessages.videoTooLarge,
  },
  thumbnail: {
    maxBytes: THUMBNAIL_MAX_BYTES,
    tooLarge: 'image_too_large',
    tooLargeMessage: adminMessages.thumbnailTooLarge,
  },
  file: {
    maxBytes: VIDEO_MAX_BYTES,
    tooLarge: 'file_too_large',
    tooLargeMessage: adminMessages.fileTooLarge,
  },
} as const satisfies Record<UploadKind, object>;

/** An upload is deleted this long after its last byte or its last use. */
export const UPLOAD_RETENTION_MS = 48 * 60 * 60 * 1_000;
