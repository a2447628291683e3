import { ApiError } from '../reply/api-error.ts';

/**
 * Returns the row version that an If-Match header names, or null without one. `"3"` and the tag of a read,
 * `"3-<digest>"`, both name version 3. Throws ApiError 400 `version_malformed` for anything else.
 */
export function readIfMatch(header: string | undefined): number | null {
  if (header === undefined) return null;
  const version = /^"(\d{1,15})(?:-[\w-]{1,100})?"$/.exec(header.trim())?.[1];
  if (version === undefined) throw new ApiError('version_malformed');
  return Number(version);
}

/** The tag in the reply to an edit, for the If-Match of the next one. */
export const versionTag = (version: number): string => `"${version}"`;
