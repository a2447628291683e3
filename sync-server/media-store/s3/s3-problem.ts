import { StoreFullError, StoreUnavailableError } from '../media-store.ts';

/** Codes of errors for a store, a bucket or an account without space; some stores have a status only. */
const FULL = new Set([
  'InsufficientStorage',
  'QuotaExceeded',
  'XMinioStorageFull',
  'XMinioAdminBucketQuotaExceeded',
]);
/** Names of the library's errors without a code. */
const NETWORK_ERRORS = new Set(['TimeoutError', 'NetworkingError']);
const STATUS_FULL = 507;
const STATUS_MISSING = 404;

/** An error of a request to the store. */
export interface S3Problem {
  /** The code in the reply, or of the network. */
  readonly code: string;
  /** HTTP status; undefined without a reply. */
  readonly status: number | undefined;
  readonly message: string;
}

/** Null when the error is of this process, for example of a local file that was to be stored. */
export function readS3Problem(error: unknown): S3Problem | null {
  if (!(error instanceof Error) || 'path' in error) return null;
  const status = statusOf(error);
  const networkCode = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  if (status === undefined && networkCode === undefined && !NETWORK_ERRORS.has(error.name)) return null;
  const code = status === undefined ? (networkCode ?? error.name) : error.name;
  return { code, status, message: error.message || code };
}

/** The status of a reply; undefined for every other error. */
function statusOf(error: Error): number | undefined {
  const metadata = '$metadata' in error ? error.$metadata : undefined;
  if (typeof metadata !== 'object' || metadata === null || !('httpStatusCode' in metadata)) return undefined;
  return typeof metadata.httpStatusCode === 'number' ? metadata.httpStatusCode : undefined;
}

/** Whether the store says that an object does not exist; a missing bucket is another problem. */
export function isMissingObject(error: unknown): boolean {
  const problem = readS3Problem(error);
  return problem?.status === STATUS_MISSING && problem.code !== 'NoSuchBucket';
}

/** Returns the error that the rest of the server knows. */
export function asStoreError(error: unknown): unknown {
  const problem = readS3Problem(error);
  if (problem === null) return error;
  const { code, status, message } = problem;
  const text = `${code}${status === undefined ? '' : ` (status ${status})`}: ${message}`;
  if (status === STATUS_FULL || FULL.has(code)) return new StoreFullError(text, { cause: error });
  return new StoreUnavailableError(text, { cause: error });
}
