import { ApiError } from '../http/api-error.ts';

/** No space, no quota, no larger file allowed. */
const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/**
 * What an error of the disk means to the one who sent a file: 507 when there is no room, otherwise the
 * error itself (a 500, and its story in the log). Null when it is no error of the disk.
 */
export function storageProblem(error: unknown): Error | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null;
  if (FULL.has(error.code)) return new ApiError('server_full');
  const isOfFile = 'path' in error || ('syscall' in error && error.syscall === 'write');
  return isOfFile ? error : null;
}
