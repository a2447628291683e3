import type * as v from 'valibot';
import { type Endpoint, fillPath } from '#schema/endpoints/endpoint.ts';
import { REQUEST_TIMEOUT_MS } from '#schema/limits.ts';
import { DEVICE_ID_HEADER } from '#schema/protocol.ts';
import { readDeviceId } from '../device/device-id.ts';
import { Signal } from '../device/observable.ts';
import { type ApiResponse, type Carried, isReached, NO_RESPONSE, readApiResponse } from './api-response.ts';
import { noteFailure } from './failures.ts';
import { readToken, removeToken } from './token.ts';

/** Paths below it start and renew sessions. */
const ACCOUNT_PATHS = '/api/auth/';
const LINES_TYPE = 'application/x-ndjson';

export interface ExchangeOptions<Input = unknown> {
  readonly params?: Readonly<Record<string, string>>;
  /** A path with its parameters filled in; overrides the endpoint's own. */
  readonly path?: string;
  readonly body?: Input;
  /** The body as lines of JSON, for a call that reads them. */
  readonly lines?: Blob;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** The session's token; the stored one unless given, none when null. */
  readonly token?: string | null;
  /** How the request is sent and its response read; within 30 s in all unless given. */
  readonly carry?: Carry;
}

/** Sends a request and reads the whole response. Rejects without one. */
export type Carry = (path: string, init: RequestInit) => Promise<Carried>;

export interface ExchangeNote {
  readonly path: string;
  /** The product's own server replied, with any status. */
  readonly isReached: boolean;
  /** Something replied. */
  readonly isAnswered: boolean;
  /** The code of a refusal. */
  readonly code: string | null;
  /** The token that was sent. */
  readonly token: string | null;
  /** When the request was sent, from `performance.now()`. */
  readonly startedAt: number;
}

const exchanges = new Signal<ExchangeNote>();

/**
 * Called for every request that ended, with a response or without; not for requests that the caller aborted.
 */
export const watchExchanges = exchanges.subscribe;

/**
 * Sends one request. Never rejects: no response in time, a broken connection and an aborted `signal` are
 * returned as status 0. A 401 that ends the session removes the token it was sent with.
 */
export async function exchange<Input extends v.GenericSchema, Output extends v.GenericSchema>(
  endpoint: Endpoint<Input, Output>,
  options: ExchangeOptions<v.InferInput<Input>> = {},
): Promise<ApiResponse<v.InferOutput<Output>>> {
  const path = options.path ?? fillPath(endpoint.path, options.params ?? {});
  const token = options.token === undefined ? readToken() : options.token;
  const startedAt = performance.now();
  const carry = options.carry ?? carryInTime;
  const response = await carry(path, requestInit(endpoint, { ...options, token })).then(
    (carried) => readApiResponse(carried, endpoint),
    () => NO_RESPONSE,
  );
  const isSuccess = response.output !== null || response.isUnchanged;
  noteExchange(response, { ...options, path, token, startedAt, isSuccess });
  return response;
}

interface Exchanged {
  readonly path: string;
  readonly token: string | null;
  /** From `performance.now()`. */
  readonly startedAt: number;
  readonly isSuccess: boolean;
  readonly signal?: AbortSignal;
}

/** Handles the end of every request: an ended session, the last failure, the state of the connection. */
export function noteExchange(response: ApiResponse, exchanged: Exchanged): void {
  const { path, token, startedAt, isSuccess, signal } = exchanged;
  if (response.endsSession && token !== null) removeToken(token);
  if (!isSuccess) noteFailure(path, response, performance.now() - startedAt);
  if (signal?.aborted === true) return;
  const code = response.error?.code ?? null;
  const isAnswered = response.status > 0;
  exchanges.emit({ path, isReached: isReached(response), isAnswered, code, token, startedAt });
}

function requestInit(endpoint: Endpoint, options: ExchangeOptions): RequestInit {
  const headers: Record<string, string> = { Accept: 'application/json', ...options.headers };
  if (endpoint.path.startsWith(ACCOUNT_PATHS)) headers[DEVICE_ID_HEADER] = readDeviceId();
  const json = options.body === undefined ? undefined : JSON.stringify(options.body);
  const { lines } = options;
  const body = lines ?? json;
  if (body !== undefined) headers['Content-Type'] = lines === undefined ? 'application/json' : LINES_TYPE;
  if (options.token) headers.Authorization = `Bearer ${options.token}`;
  return {
    method: endpoint.method,
    headers,
    credentials: 'include',
    ...(options.signal && { signal: options.signal }),
    ...(body === undefined ? {} : { body }),
  };
}

async function carryInTime(path: string, init: RequestInit): Promise<Carried> {
  // AbortSignal.any is missing on phones still in use, so signals are combined manually.
  const controller = new AbortController();
  const { signal } = init;
  const abort = () => controller.abort();
  const timer = setTimeout(abort, REQUEST_TIMEOUT_MS);
  signal?.addEventListener('abort', abort);
  if (signal?.aborted) abort();
  try {
    const response = await fetch(path, { ...init, signal: controller.signal });
    return { response, text: await response.text() };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}
