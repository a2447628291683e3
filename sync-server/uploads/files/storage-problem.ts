import { isDiskFull } from '#sync-server/disk-full.ts';
import { ApiError } from '#sync-server/http/reply/api-error.ts';

/**
 * Maps a disk error to a response: 507 when there is no space, otherwise the error itself (a 500, logged).
 * Null when it is not a disk error.
 */
export function storageProblem(error: unknown): Error | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null;
  if (isDiskFull(error)) return new ApiError('server_full');
  const isOfFile = 'path' in error || ('syscall' in error && error.syscall === 'write');
  return isOfFile ? error : null;
}
