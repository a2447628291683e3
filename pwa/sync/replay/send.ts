import type { ApiResponse } from '#pwa/api/api-response.ts';
import { type BatchResult, exchangeBatch } from '#pwa/api/batch.ts';
import { carryPatiently } from '#pwa/api/carry-patiently.ts';
import { exchange } from '#pwa/api/exchange.ts';
import { type Command, commandRequest } from '#schema/commands/all-commands.ts';
import type { Endpoint } from '#schema/endpoints/endpoint.ts';
import { batchRequest, commandHeaders } from './schedule/batch-request.ts';

/** Sends one command as its own request. */
export function sendCommand(command: Command, token: string): Promise<ApiResponse> {
  const { path, body } = commandRequest(command);
  const headers = commandHeaders(command);
  return exchange(endpointOf(command), { path, body, token, headers, carry: carryPatiently });
}

/** The endpoint of a command, with the shape of its minimal reply, which an older server's whole one has too. */
function endpointOf(command: Command): Endpoint {
  const { endpoint } = commandRequest(command);
  return { ...endpoint, output: endpoint.minimal ?? endpoint.output };
}

/** Sends several commands in one request. */
export function sendBatch(
  commands: readonly Command[],
  options: { readonly token: string; readonly isAtomic: boolean },
): Promise<BatchResult> {
  const calls = commands.map((command) => ({
    endpoint: endpointOf(command),
    request: batchRequest(command),
  }));
  return exchangeBatch(calls, options);
}
