import type { BatchResponse } from '#schema/batch.ts';
import { IDEMPOTENCY_REPLAYED_HEADER, RECEIPT_HEADER, REQUEST_ID_HEADER } from '#schema/protocol.ts';
import type { ApiError } from '../http/api-error.ts';

/** What a caller can use of an inner reply's headers; those that guard a page belong to the whole reply. */
const TOLD_HEADERS = [
  RECEIPT_HEADER,
  IDEMPOTENCY_REPLAYED_HEADER,
  REQUEST_ID_HEADER,
  'ETag',
  'Retry-After',
  'WWW-Authenticate',
].map((name) => name.toLowerCase());

/** One response of a batch as JSON text; its body is not read, only put in its place. */
export async function entryOf(id: string, response: Response): Promise<string> {
  const headers: Record<string, string> = {};
  for (const name of TOLD_HEADERS) {
    const value = response.headers.get(name);
    if (value !== null) headers[name] = value;
  }
  const body = (await response.text()) || 'null';
  return `{"id":${JSON.stringify(id)},"status":${response.status},"headers":${JSON.stringify(headers)},"body":${body}}`;
}

/** The response to a request that was not made. */
export function refusalEntry(id: string, error: ApiError, requestId: string): string {
  const { status } = error;
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(error.headers)) headers[name.toLowerCase()] = value;
  const entry: BatchResponse = { id, status, headers, body: error.toBody(requestId) };
  return JSON.stringify(entry);
}
