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

/** Reads a response to its end. Rejects when the connection breaks on the way. */
export async function readAnswer<Output extends v.GenericSchema>(
  response: Response,
  endpoint: Endpoint<v.GenericSchema, Output>,
): Promise<Answer<v.InferOutput<Output>>> {
  const text = await response.text();
  const body = parseJson(text);
  const parsed = response.ok && body !== null ? v.safeParse(endpoint.output, body) : null;
  const error = response.ok ? null : v.safeParse(ErrorBody, body);
  return {
    status: response.status,
    output: parsed?.success ? parsed.output : null,
    body,
    error: error?.success ? error.output : null,
    receipt: response.headers.get(RECEIPT_HEADER),
    isReplayed: response.headers.get(IDEMPOTENCY_REPLAYED_HEADER) === 'true',
    endsSession: response.status === 401 && /^bearer\b/i.test(response.headers.get('WWW-Authenticate') ?? ''),
    retryAfterMs: parseRetryAfter(response.headers.get('Retry-After'), Date.now()),
    requestId: response.headers.get(REQUEST_ID_HEADER),
    sizeBytes: text.length,
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
