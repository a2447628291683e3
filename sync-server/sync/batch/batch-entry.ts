import {
  IDEMPOTENCY_REPLAYED_HEADER,
  PREFERENCE_APPLIED_HEADER,
  RECEIPT_HEADER,
  REQUEST_ID_HEADER,
} from '#schema/protocol.ts';
import type { BatchResponse } from '#schema/sync/batch.ts';
import type { ApiError } from '#sync-server/http/reply/api-error.ts';
import { readReply } from '#sync-server/http/reply.ts';

/** The inner reply's headers that a client needs; those that protect a page belong to the whole reply. */
const FORWARDED_HEADERS = new Set(
  [
    RECEIPT_HEADER,
    IDEMPOTENCY_REPLAYED_HEADER,
    PREFERENCE_APPLIED_HEADER,
    REQUEST_ID_HEADER,
    'ETag',
    'Retry-After',
    'WWW-Authenticate',
  ].map((name) => name.toLowerCase()),
);

/** One reply of a batch as JSON text; its body is inserted without being parsed. */
export async function entryOf(id: string, response: Response): Promise<string> {
  const { body, headers: all } = await readReply(response);
  const headers: Record<string, string> = {};
  for (const [name, value] of all) {
    if (FORWARDED_HEADERS.has(name.toLowerCase())) headers[name.toLowerCase()] = value;
  }
  return `{"id":${JSON.stringify(id)},"status":${response.status},"headers":${JSON.stringify(headers)},"body":${body || 'null'}}`;
}

/** The reply to a request that was not run. */
export function refusalEntry(id: string, error: ApiError, requestId: string): string {
  const { status } = error;
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(error.headers)) headers[name.toLowerCase()] = value;
  const entry: BatchResponse = { id, status, headers, body: error.toBody(requestId) };
  return JSON.stringify(entry);
}
