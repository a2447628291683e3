import { Metadata } from '@tus/server';
import * as v from 'valibot';
import { tusHeaders, UPLOADS_PATH, UploadId, UploadMetadata, uploadRules } from '#schema/sync/upload.ts';
import { ApiError } from '#sync-server/http/reply/api-error.ts';
import type { AppContext } from '#sync-server/http/reply.ts';

/** A requested creation, within the limits of its kind. */
export interface UploadRequest extends UploadMetadata {
  readonly sizeBytes: number;
}

/**
 * Reads what is to be uploaded, before any byte of it. Throws ApiError: 400 when the size, the id or the kind
 * is missing or invalid, or when the file is empty; 413 above the limit of its kind.
 */
export function readUploadRequest(c: AppContext): UploadRequest {
  const length = c.req.header(tusHeaders.length) ?? '';
  const metadata = v.safeParse(UploadMetadata, parseMetadata(c.req.header(tusHeaders.metadata)));
  if (!metadata.success || !/^\d{1,15}$/.test(length)) throw new ApiError('upload_malformed');
  const sizeBytes = Number(length);
  if (sizeBytes === 0) throw new ApiError('file_missing');
  const { maxBytes, tooLarge } = uploadRules[metadata.output.kind];
  if (sizeBytes > maxBytes) throw new ApiError(tooLarge);
  return { ...metadata.output, id: metadata.output.id.toLowerCase(), sizeBytes };
}

/** Returns the id in the path. Throws ApiError 404 for an invalid one: no such path reaches the disk. */
export function readUploadId(c: AppContext): string {
  const id = v.safeParse(UploadId, c.req.path.slice(UPLOADS_PATH.length + 1));
  if (!id.success) throw new ApiError('upload_not_found');
  return id.output.toLowerCase();
}

function parseMetadata(header: string | undefined): Record<string, string | null> | null {
  try {
    return Metadata.parse(header);
  } catch {
    return null;
  }
}
