import { type ApiResponse, NO_RESPONSE } from '#pwa/api/api-response.ts';
import { type BatchResult, exchangeBatch } from '#pwa/api/batch.ts';
import { carryPatiently } from '#pwa/api/carry-patiently.ts';
import { exchange } from '#pwa/api/exchange.ts';
import { type Command, commandRequest } from '#schema/commands/all-commands.ts';
import type { Endpoint } from '#schema/endpoints/endpoint.ts';
import { readImportLines } from '../outbox/import-lines.ts';
import { positionHeader } from '../position-header.ts';
import { batchRequest, commandHeaders } from './schedule/batch-request.ts';

/** A refusal, which leaves the decision to the user. */
const TEXTS_LOST: ApiResponse = { ...NO_RESPONSE, status: 410, isFromServer: true };

/** Sends one command as its own request. */
export async function sendCommand(
  command: Command,
  token: string,
  position: string | null = null,
): Promise<ApiResponse> {
  const { path, body } = commandRequest(command);
  const headers = { ...commandHeaders(command), ...positionHeader(position) };
  if (command.kind !== 'course.import')
    return exchange(endpointOf(command), { path, body, token, headers, carry: carryPatiently });
  const lines = await readImportLines(command);
  if (lines === null) return TEXTS_LOST;
  return exchange(endpointOf(command), { path, lines, token, headers, carry: carryPatiently });
}

/** The endpoint of a command, with the shape of its minimal reply, which an older server's whole one has too. */
function endpointOf(command: Command): Endpoint {
  const { endpoint } = commandRequest(command);
  return { ...endpoint, output: endpoint.minimal ?? endpoint.output };
}

export interface SendBatchOptions {
  readonly token: string;
  /** All commands succeed or none does. */
  readonly isAtomic: boolean;
  /** The server's position in its history, as of its last ack. */
  readonly position: string | null;
}

/** Sends several commands in one request. */
export function sendBatch(
  commands: readonly Command[],
  { position, ...options }: SendBatchOptions,
): Promise<BatchResult> {
  const calls = commands.map((command) => ({
    endpoint: endpointOf(command),
    request: batchRequest(command),
  }));
  return exchangeBatch(calls, { ...options, headers: positionHeader(position) });
}
