import * as v from 'valibot';

/** SHA-256 of a file's bytes in lowercase hex. */
const Digest = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));

/**
 * A file of a course as a device needs it to take the bytes from another device: what the bytes have to be, and the
 * headers `Content-Type` and `Content-Disposition` with which the server serves the file.
 */
export const SharedFile = v.object({
  /** The id in the address of the file. Its bytes never change. */
  fileId: v.string(),
  digest: Digest,
  sizeBytes: v.number(),
  contentType: v.string(),
  contentDisposition: v.string(),
});
export type SharedFile = v.InferOutput<typeof SharedFile>;

/** `policy` is the header `Content-Security-Policy` of every file. */
export const SharedFilesReply = v.object({ policy: v.string(), files: v.array(SharedFile) });
export type SharedFilesReply = v.InferOutput<typeof SharedFilesReply>;
