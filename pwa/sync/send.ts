import { type Command, commandRequest } from '#schema/commands/all-commands.ts';
import type { Answer } from '../api/answer.ts';
import { type BatchAnswer, exchangeBatch } from '../api/batch.ts';
import { exchange } from '../api/exchange.ts';
import { batchRequest, commandHeaders } from './batch-request.ts';

/** Sends one command as its own request. */
export function sendCommand(command: Command, token: string): Promise<Answer> {
  const { endpoint, path, body } = commandRequest(command);
  return exchange(endpoint, { path, body, token, headers: commandHeaders(command) });
}

/** Sends several commands in one request. */
export function sendBatch(
  commands: readonly Command[],
  options: { readonly token: string; readonly isAtomic: boolean },
): Promise<BatchAnswer> {
  const calls = commands.map((command) => ({
    endpoint: commandRequest(command).endpoint,
    request: batchRequest(command),
  }));
  return exchangeBatch(calls, options);
}
