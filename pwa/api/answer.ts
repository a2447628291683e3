import * as v from 'valibot';
import type { Endpoint } from '#schema/endpoint.ts';
import { ErrorBody } from '#schema/errors.ts';
import { IDEMPOTENCY_REPLAYED_HEADER, RECEIPT_HEADER, REQUEST_ID_HEADER } from '#schema/protocol.ts';

/** What came of one request, read but not yet judged. */
export interface Answer<Output = unknown> {
  /** HTTP status; 0 when no answer came. */
  readonly status: number;
  /** The parsed reply of a 2xx; null when it was HTML, empty, of the wrong shape or no success. */
  readonly output: Output | null;
  /** The JSON body as it came; null when there was none to read. */
  readonly body: unknown;
  /** The server's own refusal; null when somebody else answered, such as a captive portal. */
  readonly error: ErrorBody | null;
  readonly receipt: string | null;
  readonly isReplayed: boolean;
  /** A 401 that says so in `WWW-Authenticate`: the session is over. */
  readonly endsSession: boolean;
  readonly retryAfterMs: number | null;
  readonly requestId: string | null;
  readonly sizeBytes: number;
}

export const NO_ANSWER = {
  status: 0,
  output: null,
  body: null,
  error: null,
  receipt: null,
  isReplayed: false,
  endsSession: false,
  retryAfterMs: null,
  requestId: null,
  sizeBytes: 0,
} satisfies Answer;

/** A reply as it came, by itself or as a part of a batch. */
export interface Reply {
  readonly status: number;
  /** By lower-case name; null when it is not there. */
  header(name: string): string | null;
  /** The parsed JSON; null when there was none to read. */
  readonly body: unknown;
  readonly sizeBytes: number;
}

/** Reads a response to its end. Rejects when the connection breaks on the way. */
export async function readAnswer<Output extends v.GenericSchema>(
  response: Response,
  endpoint: Endpoint<v.GenericSchema, Output>,
): Promise<Answer<v.InferOutput<Output>>> {
  const { status, headers } = response;
  const text = await response.text();
  const reply = { status, header: (name: string) => headers.get(name), body: parseJson(text) };
  return readReply({ ...reply, sizeBytes: text.length }, endpoint);
}

/** Reads a reply by the endpoint that it is of. */
export function readReply<Output extends v.GenericSchema>(
  { status, header, body, sizeBytes }: Reply,
  endpoint: Endpoint<v.GenericSchema, Output>,
): Answer<v.InferOutput<Output>> {
  const isSuccess = status >= 200 && status < 300;
  const parsed = isSuccess && body !== null ? v.safeParse(endpoint.output, body) : null;
  const error = isSuccess ? null : v.safeParse(ErrorBody, body);
  return {
    status,
    output: parsed?.success ? parsed.output : null,
    body,
    error: error?.success ? error.output : null,
    receipt: header(RECEIPT_HEADER.toLowerCase()),
    isReplayed: header(IDEMPOTENCY_REPLAYED_HEADER.toLowerCase()) === 'true',
    endsSession: status === 401 && /^bearer\b/i.test(header('www-authenticate') ?? ''),
    retryAfterMs: parseRetryAfter(header('retry-after'), Date.now()),
    requestId: header(REQUEST_ID_HEADER.toLowerCase()),
    sizeBytes,
  };
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
