import { type Command, commandRequest } from '#schema/commands/all-commands.ts';
import type { ApiResponse } from '../../api/api-response.ts';
import { type BatchResult, exchangeBatch } from '../../api/batch.ts';
import { exchange } from '../../api/exchange.ts';
import { batchRequest, commandHeaders } from './schedule/batch-request.ts';

/** Sends one command as its own request. */
export function sendCommand(command: Command, token: string): Promise<ApiResponse> {
  const { endpoint, path, body } = commandRequest(command);
  return exchange(endpoint, { path, body, token, headers: commandHeaders(command) });
}

/** Sends several commands in one request. */
export function sendBatch(
  commands: readonly Command[],
  options: { readonly token: string; readonly isAtomic: boolean },
): Promise<BatchResult> {
  const calls = commands.map((command) => ({
    endpoint: commandRequest(command).endpoint,
    request: batchRequest(command),
  }));
  return exchangeBatch(calls, options);
}
