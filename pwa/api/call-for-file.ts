import type * as v from 'valibot';
import type { Endpoint } from '#schema/endpoints/endpoint.ts';
import type { Carried } from './api-response.ts';
import { CallError } from './call.ts';
import { exchange } from './exchange.ts';

interface FileOptions {
  readonly params: Readonly<Record<string, string>>;
  readonly defaultMessage: string;
}

/**
 * Calls an endpoint that returns a file, and returns the file when it has arrived whole. It may take as long as it
 * needs.
 *
 * @param type the content type of the file; anything else is never treated as one
 * @throws {CallError} as `call` does
 */
export async function callForFile<Output extends v.GenericSchema<string>>(
  endpoint: Endpoint<v.GenericSchema, Output>,
  type: string,
  { params, defaultMessage }: FileOptions,
): Promise<Blob> {
  let file: Blob | null = null;
  const carry = async (path: string, init: RequestInit): Promise<Carried> => {
    const response = await fetch(path, init);
    if (!response.ok || response.headers.get('Content-Type') !== type)
      return { response, text: await response.text() };
    file = await response.blob();
    // The output of the endpoint: there is a file.
    return { response, text: JSON.stringify(type) };
  };
  const response = await exchange(endpoint, { params, carry, headers: { Accept: type } });
  if (response.output === null || file === null)
    throw new CallError(response, { refusals: endpoint.refusals, defaultMessage });
  return file;
}
