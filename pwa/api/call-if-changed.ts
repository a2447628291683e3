import type * as v from 'valibot';
import type { Endpoint } from '#schema/endpoints/endpoint.ts';
import { CallError } from './call.ts';
import { carryPatiently } from './carry-patiently.ts';
import { exchange } from './exchange.ts';

interface ConditionalOptions {
  readonly params?: Readonly<Record<string, string>>;
  /** A path with its parameters filled in; overrides the endpoint's own. */
  readonly path?: string;
  /** The ETag of the device's copy; null requests the reply in any case. */
  readonly etag: string | null;
  readonly defaultMessage: string;
}

export interface Changed<Output> {
  readonly output: Output;
  /** The ETag to send the next time; null when the server sent none. */
  readonly etag: string | null;
}

/**
 * A read that sends the ETag of the device's copy, because private replies are never stored by the browser's
 * HTTP cache. Returns null when nothing changed (304).
 *
 * @throws {CallError} as `call` does
 */
export async function callIfChanged<Output extends v.GenericSchema>(
  endpoint: Endpoint<v.GenericSchema, Output>,
  { etag, defaultMessage, ...address }: ConditionalOptions,
): Promise<Changed<v.InferOutput<Output>> | null> {
  const headers = etag === null ? {} : { 'If-None-Match': etag };
  const response = await exchange(endpoint, { ...address, headers, carry: carryPatiently });
  if (response.isUnchanged && etag !== null) return null;
  if (response.output === null)
    throw new CallError(response, { refusals: endpoint.refusals, defaultMessage });
  return { output: response.output, etag: response.etag };
}
