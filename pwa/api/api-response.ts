import * as v from 'valibot';
import type { Endpoint } from '#schema/endpoints/endpoint.ts';
import { ErrorBody } from '#schema/messages/error-body.ts';
import {
  HISTORY_POSITION_HEADER,
  IDEMPOTENCY_REPLAYED_HEADER,
  RECEIPT_HEADER,
  REQUEST_ID_HEADER,
  SEQUENCE_HEADER,
} from '#schema/protocol.ts';

/** The response to one request, read but not yet judged. */
export interface ApiResponse<Output = unknown> {
  /** HTTP status; 0 without a response. */
  readonly status: number;
  /** The parsed body of a 2xx; null when it was HTML, empty, of the wrong shape or no success. */
  readonly output: Output | null;
  /** The JSON body unparsed by a schema; null when there was none to read. */
  readonly body: unknown;
  /** The refusal in the body; null when there is none to read, as on a captive portal's page. */
  readonly error: ErrorBody | null;
  /** The request's id shows that this product's server sent the reply, not a proxy or a captive portal. */
  readonly isFromServer: boolean;
  readonly receipt: string | null;
  /** The server's position in its history, to be shown with the next requests. */
  readonly historyPosition: string | null;
  /** The number of the server's last change after an ack; NaN if the reply does not say. */
  readonly sequence: number;
  /** The ETag of a read, to be sent the next time; null when the server sent none. */
  readonly etag: string | null;
  /** Our own server confirms that the device's copy is current (304). */
  readonly isUnchanged: boolean;
  readonly isReplayed: boolean;
  /** A 401 whose `WWW-Authenticate` ends the session. */
  readonly endsSession: boolean;
  readonly retryAfterMs: number | null;
  readonly requestId: string | null;
  readonly sizeBytes: number;
}

export const NO_RESPONSE = {
  status: 0,
  output: null,
  body: null,
  error: null,
  isFromServer: false,
  receipt: null,
  historyPosition: null,
  sequence: Number.NaN,
  etag: null,
  isUnchanged: false,
  isReplayed: false,
  endsSession: false,
  retryAfterMs: null,
  requestId: null,
  sizeBytes: 0,
} satisfies ApiResponse;

/** A raw reply, alone or as a part of a batch. */
export interface Reply {
  readonly status: number;
  /** By lower-case name; null when it is missing. */
  header(name: string): string | null;
  /** The parsed JSON; null when there was none to read. */
  readonly body: unknown;
  readonly sizeBytes: number;
}

/** A response that arrived whole. */
export interface Carried {
  readonly response: Response;
  readonly text: string;
}

/** Whether the reply came from the server: a readable success, or any reply with the request's id. */
export const isReached = ({ isFromServer, output }: ApiResponse): boolean => isFromServer || output !== null;

export function readApiResponse<Output extends v.GenericSchema>(
  { response, text }: Carried,
  endpoint: Endpoint<v.GenericSchema, Output>,
): ApiResponse<v.InferOutput<Output>> {
  const { status, headers } = response;
  const reply = { status, header: (name: string) => headers.get(name), body: parseJson(text) };
  return readReply({ ...reply, sizeBytes: text.length }, endpoint);
}

/** Reads a reply by the schemas of its endpoint. */
export function readReply<Output extends v.GenericSchema>(
  { status, header, body, sizeBytes }: Reply,
  endpoint: Endpoint<v.GenericSchema, Output>,
): ApiResponse<v.InferOutput<Output>> {
  const isSuccess = status >= 200 && status < 300;
  const parsed = isSuccess && body !== null ? v.safeParse(endpoint.output, body) : null;
  const error = isSuccess ? null : v.safeParse(ErrorBody, body);
  const refusal = error?.success ? error.output : null;
  return {
    status,
    output: parsed?.success ? parsed.output : null,
    body,
    error: refusal,
    isFromServer: isFromServer(header) || REQUEST_ID.test(refusal?.requestId ?? ''),
    receipt: header(RECEIPT_HEADER.toLowerCase()),
    historyPosition: header(HISTORY_POSITION_HEADER.toLowerCase()),
    sequence: Number.parseInt(header(SEQUENCE_HEADER.toLowerCase()) ?? '', 10),
    etag: header('etag'),
    // Only our server sends the request's id.
    isUnchanged: status === 304 && header(REQUEST_ID_HEADER.toLowerCase()) !== null,
    isReplayed: header(IDEMPOTENCY_REPLAYED_HEADER.toLowerCase()) === 'true',
    endsSession: status === 401 && /^bearer\b/i.test(header('www-authenticate') ?? ''),
    retryAfterMs: parseRetryAfter(header('retry-after'), Date.now()),
    requestId: header(REQUEST_ID_HEADER.toLowerCase()),
    sizeBytes,
  };
}

/** A UUID, which the server adds to every reply. */
const REQUEST_ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * The request id proves it, because operators' proxies replace the security headers. A proxy that adds such
 * an id to a page of its own is recognised by the page, and one that removes it leaves that in a refusal's body.
 */
export function isFromServer(header: Reply['header']): boolean {
  const isPage = /^text\//i.test(header('content-type') ?? '');
  return !isPage && REQUEST_ID.test(header(REQUEST_ID_HEADER.toLowerCase()) ?? '');
}

/** `Retry-After` as milliseconds from `now`: seconds or an HTTP date; null when absent or unreadable. */
export function parseRetryAfter(value: string | null, now: number): number | null {
  if (value === null || value.trim() === '') return null;
  const ms = /^\d+$/.test(value.trim()) ? Number(value) * 1_000 : Date.parse(value) - now;
  return Number.isFinite(ms) ? Math.max(0, ms) : null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
