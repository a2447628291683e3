import { isDiskFull } from '../disk-full.ts';
import { ApiError } from '../http/api-error.ts';

/**
 * What an error of the disk means to the one who sent a file: 507 when there is no room, otherwise the
 * error itself (a 500, and its story in the log). Null when it is no error of the disk.
 */
export function storageProblem(error: unknown): Error | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null;
  if (isDiskFull(error)) return new ApiError('server_full');
  const isOfFile = 'path' in error || ('syscall' in error && error.syscall === 'write');
  return isOfFile ? error : null;
}
