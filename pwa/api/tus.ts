import * as v from 'valibot';
import { endpoint, noInput } from '#schema/endpoints/endpoint.ts';
import {
  TUS_BYTES_TYPE,
  TUS_VERSION,
  tusHeaders,
  UPLOADS_PATH,
  type UploadMetadata,
} from '#schema/sync/upload.ts';
import { type ApiResponse, NO_RESPONSE, readApiResponse } from './api-response.ts';
import { noteExchange } from './exchange.ts';

/**
 * A long timeout, because a piece takes long on a slow connection; what arrived before the timeout is not
 * lost.
 */
const PIECE_TIMEOUT_MS = 120_000;
const PROTOCOL_TIMEOUT_MS = 30_000;

/** The response to one request of an upload. */
export interface TusResponse extends ApiResponse {
  /** How many bytes the server has; null when it did not say. */
  readonly offset: number | null;
  /** Whether our server's upload handlers responded, and not a proxy. */
  readonly isTus: boolean;
}

/** Only a refusal has a body; any other is of something else. */
const uploads = endpoint({
  ...{ method: 'POST', path: UPLOADS_PATH, caller: 'admin', summary: 'An upload in pieces' },
  ...{ input: noInput, output: v.never() },
});
const NO_TUS_RESPONSE: TusResponse = { ...NO_RESPONSE, offset: null, isTus: false };

interface Sender {
  readonly token: string;
  readonly signal: AbortSignal;
}

/** Creates an upload; repeating it changes nothing. 201. */
export function beginUpload(
  { sizeBytes, ...metadata }: UploadMetadata & { readonly sizeBytes: number },
  sender: Sender,
): Promise<TusResponse> {
  const headers = { [tusHeaders.length]: String(sizeBytes), [tusHeaders.metadata]: encode(metadata) };
  return sendRequest({ ...sender, method: 'POST', path: UPLOADS_PATH, headers });
}

/** Fetches the offset of an upload. 200 with `offset`, 404 when it does not exist. */
export function fetchOffset(id: string, sender: Sender): Promise<TusResponse> {
  return sendRequest({ ...sender, method: 'HEAD', path: addressOf(id) });
}

/** Sends the piece that follows `offset`. 204 with the new `offset`. */
export function sendPiece(
  { id, offset, piece }: { readonly id: string; readonly offset: number; readonly piece: Blob },
  sender: Sender,
): Promise<TusResponse> {
  const headers = { [tusHeaders.offset]: String(offset), 'Content-Type': TUS_BYTES_TYPE };
  const timeoutMs = PIECE_TIMEOUT_MS;
  return sendRequest({ ...sender, method: 'PATCH', path: addressOf(id), headers, body: piece, timeoutMs });
}

/** Deletes an upload on the server, which would do so after two days anyway. */
export function cancelUpload(id: string, sender: Sender): Promise<TusResponse> {
  return sendRequest({ ...sender, method: 'DELETE', path: addressOf(id) });
}

const addressOf = (id: string): string => `${UPLOADS_PATH}/${encodeURIComponent(id)}`;

/** Everything in it is plain ASCII. */
function encode(metadata: UploadMetadata): string {
  return Object.entries(metadata)
    .flatMap(([key, value]) => (value === undefined ? [] : [`${key} ${btoa(value)}`]))
    .join(',');
}

interface TusRequest extends Sender {
  readonly method: 'POST' | 'HEAD' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Blob;
  readonly timeoutMs?: number;
}

/** Never rejects: a timeout, a broken connection and an aborted `signal` are returned as status 0. */
async function sendRequest(request: TusRequest): Promise<TusResponse> {
  const startedAt = performance.now();
  const result = await fetchInTime(request);
  const isSuccess = result.status >= 200 && result.status < 300;
  noteExchange(result, { ...request, startedAt, isSuccess });
  return result;
}

async function fetchInTime({
  timeoutMs = PROTOCOL_TIMEOUT_MS,
  ...request
}: TusRequest): Promise<TusResponse> {
  const controller = new AbortController();
  const abort = () => controller.abort();
  const timer = setTimeout(abort, timeoutMs);
  request.signal.addEventListener('abort', abort);
  if (request.signal.aborted) abort();
  try {
    return await read(await fetch(request.path, requestInit(request, controller.signal)));
  } catch {
    return NO_TUS_RESPONSE;
  } finally {
    clearTimeout(timer);
    request.signal.removeEventListener('abort', abort);
  }
}

function requestInit({ method, token, headers, body }: TusRequest, signal: AbortSignal): RequestInit {
  return {
    method,
    headers: { Authorization: `Bearer ${token}`, [tusHeaders.resumable]: TUS_VERSION, ...headers },
    credentials: 'include',
    redirect: 'manual',
    signal,
    ...(body === undefined ? {} : { body }),
  };
}

async function read(response: Response): Promise<TusResponse> {
  const offset = response.headers.get(tusHeaders.offset);
  const isTus = response.headers.get(tusHeaders.resumable) !== null;
  const result = readApiResponse({ response, text: await response.text() }, uploads);
  return {
    ...result,
    isFromServer: result.isFromServer || isTus,
    offset: offset !== null && /^\d{1,15}$/.test(offset) ? Number(offset) : null,
    isTus,
  };
}
