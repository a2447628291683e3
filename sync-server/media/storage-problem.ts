import { isDiskFull } from '../disk-full.ts';
import { ApiError } from '../http/reply/api-error.ts';
import { StoreUnavailableError } from '../media-store/media-store.ts';

/**
 * Maps an error of the disk or the store to a reply: 507 when there is no space, otherwise the error itself (a
 * 503 for a store that cannot be reached, else a 500; both are logged). Null when it is another error.
 */
export function storageProblem(error: unknown): Error | null {
  if (error instanceof StoreUnavailableError) return error;
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null;
  if (isDiskFull(error)) return new ApiError('server_full');
  const isOfFile = 'path' in error || ('syscall' in error && error.syscall === 'write');
  return isOfFile ? error : null;
}
