import { type Command, commandRequest } from '#schema/commands/all-commands.ts';
import { IDEMPOTENCY_KEY_HEADER, MADE_AT_HEADER, PREFER_HEADER, PREFER_MINIMAL } from '#schema/protocol.ts';
import type { BatchRequest } from '#schema/sync/batch.ts';

/**
 * Fields sent with every command: its id as the key, when it was created by the device's clock, and that the
 * reply need not contain what the device has.
 */
export function commandHeaders(command: Command): Record<string, string> {
  const { headers } = commandRequest(command);
  return {
    ...headers,
    [IDEMPOTENCY_KEY_HEADER]: command.id,
    [MADE_AT_HEADER]: command.createdAt,
    [PREFER_HEADER]: PREFER_MINIMAL,
  };
}

/** A command as one call of a batch. */
export function batchRequest(command: Command): BatchRequest {
  const { endpoint, path, body } = commandRequest(command);
  const call = { id: command.id, method: endpoint.method, path, headers: commandHeaders(command) };
  return body === undefined ? call : { ...call, body };
}

/** Returns how many bytes a command adds to a batch. */
export function measureRequest(command: Command): number {
  return new TextEncoder().encode(JSON.stringify(batchRequest(command))).length + 1;
}
