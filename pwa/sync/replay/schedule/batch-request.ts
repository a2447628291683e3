import { afterRestoreOf, type Command, commandRequest } from '#schema/commands/all-commands.ts';
import {
  IDEMPOTENCY_KEY_HEADER,
  MADE_AT_HEADER,
  OFFERED_AGAIN_HEADER,
  PREFER_HEADER,
  PREFER_MINIMAL,
} from '#schema/protocol.ts';
import type { BatchRequest } from '#schema/sync/batch.ts';

/**
 * Fields sent with every command: its id as the key, when it was created by the device's clock, and that the
 * reply need not contain what the device has; and that it is offered again after a restore.
 */
export function commandHeaders(command: Command): Record<string, string> {
  const { headers } = commandRequest(command);
  const { id, createdAt, offeredFor } = command;
  const own = {
    ...headers,
    [IDEMPOTENCY_KEY_HEADER]: id,
    [MADE_AT_HEADER]: createdAt,
    [PREFER_HEADER]: PREFER_MINIMAL,
  };
  if (offeredFor === undefined) return own;
  return { ...own, [OFFERED_AGAIN_HEADER]: `${offeredFor}; ${afterRestoreOf(command)}` };
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
