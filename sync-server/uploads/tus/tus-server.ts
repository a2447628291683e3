import { Server } from '@tus/server';
import type { ErrorCode } from '#schema/messages/errors.ts';
import { TUS_VERSION, tusHeaders, UPLOADS_PATH, type UploadKind, uploadRules } from '#schema/sync/upload.ts';
import type { Deps } from '#sync-server/deps.ts';
import { ApiError } from '#sync-server/http/reply/api-error.ts';
import { storageProblem } from '#sync-server/media/storage-problem.ts';
import { TusStore } from './tus-store.ts';
import { UploadLocks } from './upload-locks.ts';

/** How long a request may still write after it received the request to release the lock. */
const LOCK_DRAIN_MS = 1_000;

/** A request that is authorised for its upload. */
export interface UploadTarget {
  readonly fileId: string;
  readonly kind: UploadKind;
  /** The device's id of the upload, as in the address. */
  readonly id: string;
}

/** The protocol's handlers. */
export interface TusServer {
  /** Returns the protocol's reply to a request. Throws ApiError for every error. */
  handle(request: Request, target: UploadTarget | null): Promise<TusResponse>;
}

export interface TusResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * The protocol's reply headers that are sent: none of its CORS headers, which would allow other origins.
 */
const PASSED_HEADERS = [
  ...Object.values(tusHeaders),
  'Location',
  'Tus-Version',
  'Tus-Extension',
  'Cache-Control',
];

/** Maps the protocol's errors to our error codes; the others are ours already. */
const codes: Readonly<Record<number, ErrorCode>> = {
  400: 'upload_malformed',
  403: 'upload_malformed',
  404: 'upload_not_found',
  409: 'upload_offset',
  410: 'upload_not_found',
  412: 'upload_protocol',
  413: 'body_too_large',
  // Protocol extensions that the server does not support: deferred lengths and concatenation.
  501: 'upload_malformed',
};

export function createTusServer(deps: Deps): TusServer {
  const targets = new WeakMap<object, UploadTarget>();
  const problems = new WeakMap<object, unknown>();
  const server = new Server({
    path: UPLOADS_PATH,
    datastore: new TusStore(deps),
    locker: new UploadLocks(),
    lockDrainTimeout: LOCK_DRAIN_MS,
    allowedOrigins: [],
    maxSize: (request) => {
      const kind = targets.get(request)?.kind;
      return kind === undefined ? 0 : uploadRules[kind].maxBytes;
    },
    namingFunction: (request) => targets.get(request)?.fileId ?? '',
    getFileIdFromRequest: (request) => targets.get(request)?.fileId,
    generateUrl: (request, { path }) => `${path}/${targets.get(request)?.id ?? ''}`,
    onResponseError: (request, error) => {
      problems.set(request, error);
      return undefined;
    },
  });
  return {
    handle: async (request, target) => {
      if (target !== null) targets.set(request, target);
      const response = await server.handleWeb(request);
      if (response.status >= 400) throw asRefusal(response.status, problems.get(request));
      const headers = PASSED_HEADERS.flatMap((name) => {
        const value = response.headers.get(name);
        return value === null ? [] : [[name, value] as const];
      });
      return { status: response.status, headers: Object.fromEntries(headers) };
    },
  };
}

/** An error that is neither ours nor the protocol's is a defect and must be logged. */
function asRefusal(status: number, problem: unknown): unknown {
  if (problem instanceof ApiError) return withProtocol(problem);
  // A stream that failed on a disk error reports it before the store can.
  const storageError = storageProblem(problem);
  if (storageError !== null)
    return storageError instanceof ApiError ? withProtocol(storageError) : storageError;
  const code = codes[status];
  if (code !== undefined) return withProtocol(new ApiError(code));
  // The protocol's own errors are plain objects.
  if (problem instanceof Error) return problem;
  return new Error(`An upload returned ${status}: ${JSON.stringify(problem)}`);
}

/** Every protocol reply names its version. */
export function withProtocol(error: ApiError): ApiError {
  const { code, message, headers } = error;
  return new ApiError(code, { message, headers: { ...headers, [tusHeaders.resumable]: TUS_VERSION } });
}
