import * as v from 'valibot';
import { endpoint, noInput } from '#schema/endpoint.ts';
import {
  TUS_BYTES_TYPE,
  TUS_VERSION,
  tusHeaders,
  UPLOADS_PATH,
  type UploadMetadata,
} from '#schema/upload.ts';
import { type Answer, NO_ANSWER, readAnswer } from './answer.ts';
import { noteExchange } from './exchange.ts';

/**
 * A long timeout, because a piece takes long on a slow connection; what arrived before the timeout is not
 * lost.
 */
const PIECE_TIMEOUT_MS = 120_000;
const ASK_TIMEOUT_MS = 30_000;

/** The response to one request of an upload. */
export interface TusAnswer extends Answer {
  /** How many bytes the server has; null when it did not say. */
  readonly offset: number | null;
  /** Whether our server's upload handlers responded, and not a proxy. */
  readonly isTus: boolean;
}

/** Only a refusal has a body. */
const uploads = endpoint({
  ...{ method: 'POST', path: UPLOADS_PATH, caller: 'admin', summary: 'An upload in pieces' },
  ...{ input: noInput, output: v.unknown() },
});
const NO_TUS_ANSWER: TusAnswer = { ...NO_ANSWER, offset: null, isTus: false };

interface Sender {
  readonly token: string;
  readonly signal: AbortSignal;
}

/** Creates an upload; repeating it changes nothing. 201. */
export function beginUpload(
  { sizeBytes, ...metadata }: UploadMetadata & { readonly sizeBytes: number },
  sender: Sender,
): Promise<TusAnswer> {
  const headers = { [tusHeaders.length]: String(sizeBytes), [tusHeaders.metadata]: encode(metadata) };
  return ask({ ...sender, method: 'POST', path: UPLOADS_PATH, headers });
}

/** Fetches the offset of an upload. 200 with `offset`, 404 when it does not exist. */
export function askOffset(id: string, sender: Sender): Promise<TusAnswer> {
  return ask({ ...sender, method: 'HEAD', path: addressOf(id) });
}

/** Sends the piece that follows `offset`. 204 with the new `offset`. */
export function sendPiece(
  { id, offset, piece }: { readonly id: string; readonly offset: number; readonly piece: Blob },
  sender: Sender,
): Promise<TusAnswer> {
  const headers = { [tusHeaders.offset]: String(offset), 'Content-Type': TUS_BYTES_TYPE };
  const timeoutMs = PIECE_TIMEOUT_MS;
  return ask({ ...sender, method: 'PATCH', path: addressOf(id), headers, body: piece, timeoutMs });
}

/** Deletes an upload on the server, which would do so after two days anyway. */
export function cancelUpload(id: string, sender: Sender): Promise<TusAnswer> {
  return ask({ ...sender, method: 'DELETE', path: addressOf(id) });
}

const addressOf = (id: string): string => `${UPLOADS_PATH}/${encodeURIComponent(id)}`;

/** Everything in it is plain ASCII. */
function encode(metadata: UploadMetadata): string {
  return Object.entries(metadata)
    .flatMap(([key, value]) => (value === undefined ? [] : [`${key} ${btoa(value)}`]))
    .join(',');
}

interface Asked extends Sender {
  readonly method: 'POST' | 'HEAD' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Blob;
  readonly timeoutMs?: number;
}

/** Never rejects: a timeout, a broken connection and an aborted `signal` are returned as status 0. */
async function ask(asked: Asked): Promise<TusAnswer> {
  const startedAt = performance.now();
  const answer = await fetchInTime(asked);
  const isSuccess = answer.status >= 200 && answer.status < 300;
  noteExchange(answer, { ...asked, startedAt, isSuccess, isReached: answer.isTus });
  return answer;
}

async function fetchInTime({ timeoutMs = ASK_TIMEOUT_MS, ...asked }: Asked): Promise<TusAnswer> {
  const controller = new AbortController();
  const abort = () => controller.abort();
  const timer = setTimeout(abort, timeoutMs);
  asked.signal.addEventListener('abort', abort);
  if (asked.signal.aborted) abort();
  try {
    return await read(await fetch(asked.path, requestInit(asked, controller.signal)));
  } catch {
    return NO_TUS_ANSWER;
  } finally {
    clearTimeout(timer);
    asked.signal.removeEventListener('abort', abort);
  }
}

function requestInit({ method, token, headers, body }: Asked, signal: AbortSignal): RequestInit {
  return {
    method,
    headers: { Authorization: `Bearer ${token}`, [tusHeaders.resumable]: TUS_VERSION, ...headers },
    credentials: 'include',
    signal,
    ...(body === undefined ? {} : { body }),
  };
}

async function read(response: Response): Promise<TusAnswer> {
  const offset = response.headers.get(tusHeaders.offset);
  return {
    ...(await readAnswer(response, uploads)),
    offset: offset !== null && /^\d{1,15}$/.test(offset) ? Number(offset) : null,
    isTus: response.headers.get(tusHeaders.resumable) !== null,
  };
}
