import type { Endpoint } from '#schema/endpoints/endpoint.ts';
import { syncEndpoints } from '#schema/endpoints/sync-endpoints.ts';
import type { BatchRequest, BatchResponse } from '#schema/sync/batch.ts';
import { type ApiResponse, NO_RESPONSE, readReply } from './api-response.ts';
import { carryPatiently } from './carry-patiently.ts';
import { exchange } from './exchange.ts';
import { removeToken } from './token.ts';

/** One call of a batch, and the endpoint that parses its response. */
export interface BatchedCall {
  readonly endpoint: Endpoint;
  readonly request: BatchRequest;
}

export interface BatchOptions {
  readonly token: string;
  /** All calls succeed or none does. */
  readonly isAtomic: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface BatchResult {
  /** Of the request itself: anything but a readable 2xx applies to every call in it. */
  readonly whole: ApiResponse;
  /** By the call's id; a call that the reply does not mention has no response. */
  responseOf(id: string): ApiResponse;
  /** The call because of which an atomic batch was rolled back. */
  readonly failedId: string | null;
}

/**
 * Sends many calls in one request. As `exchange`, it never rejects, and a 401 that ends the session removes
 * the token.
 */
export async function exchangeBatch(
  calls: readonly BatchedCall[],
  { token, isAtomic, headers = {} }: BatchOptions,
): Promise<BatchResult> {
  const body = { atomic: isAtomic, requests: calls.map(({ request }) => request) };
  const whole = await exchange(syncEndpoints.batch, { body, token, headers, carry: carryPatiently });
  if (whole.output === null) {
    // A 2xx that is not our reply (a captive portal's page) says nothing about any call, except that none was
    // read.
    return { whole, responseOf: () => whole, failedId: null };
  }
  const { responses, failedId } = whole.output;
  const endpoints = new Map(calls.map(({ request, endpoint }) => [request.id, endpoint]));
  const results = new Map(responses.map((response) => [response.id, readResponse(response, endpoints)]));
  if ([...results.values()].some((result) => result.endsSession)) removeToken(token);
  return { whole, responseOf: (id) => results.get(id) ?? NO_RESPONSE, failedId };
}

function readResponse(
  { id, status, headers, body }: BatchResponse,
  endpoints: ReadonlyMap<string, Endpoint>,
): ApiResponse {
  const endpoint = endpoints.get(id);
  if (endpoint === undefined) return NO_RESPONSE;
  const header = (name: string) => headers[name] ?? null;
  return readReply({ status, header, body, sizeBytes: 0 }, endpoint);
}
