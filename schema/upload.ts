import * as v from 'valibot';
import { adminMessages } from './admin-messages.ts';
import { THUMBNAIL_MAX_BYTES, VIDEO_MAX_BYTES } from './limits.ts';

/*
 * Files go up in pieces by the protocol tus 1.0.0 (creation and termination), under ids that the device
 * makes: a creation whose answer got lost is simply repeated and means the same upload.
 */

/** `POST` here begins an upload; `<path>/<id>` is the upload. */
export const UPLOADS_PATH = '/api/uploads';
export const TUS_VERSION = '1.0.0';
export const TUS_BYTES_TYPE = 'application/offset+octet-stream';

/** The protocol's headers, as both sides write them. */
export const tusHeaders = {
  resumable: 'Tus-Resumable',
  length: 'Upload-Length',
  offset: 'Upload-Offset',
  metadata: 'Upload-Metadata',
} as const;

export const UploadId = v.pipe(v.string(), v.uuid());
export const UploadKind = v.picklist(['video', 'thumbnail']);
export type UploadKind = v.InferOutput<typeof UploadKind>;

/** What an upload says of itself in `Upload-Metadata`; whatever else stands there is not looked at. */
export const UploadMetadata = v.object({
  id: UploadId,
  kind: UploadKind,
  /** SHA-256 of the whole file in base64url, checked before it is used. */
  sha256: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{43}$/))),
});
export type UploadMetadata = v.InferOutput<typeof UploadMetadata>;

/** How many bytes a file may have, and the code and the sentence of one that has more. */
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
} as const satisfies Record<UploadKind, object>;

/** An unfinished or unused upload is thrown away this long after its last byte. */
export const UPLOAD_KEPT_MS = 48 * 60 * 60 * 1_000;
