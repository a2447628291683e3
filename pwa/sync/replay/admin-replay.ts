import type { ApiResponse } from '../../api/api-response.ts';
import type { OutboxRow } from '../../store/account/outbox.ts';
import type { Tx } from '../../store/database/private-store.ts';
import { type ConflictResolution, resolveConflict } from '../conflicts/conflict.ts';
import { applyAdminAcks } from './outcomes/apply-admin-acks.ts';
import type { Ack } from './outcomes/apply-outcomes.ts';
import type { Successors } from './schedule/outbox-index.ts';

/*
 * Replay code for admin commands only. It is loaded when the first of them is met, so learners' devices do
 * not download it.
 */

/**
 * Resolves an edit that the server rejected because of another user's edit; null if it is an ordinary
 * refusal.
 */
export function resolve(row: OutboxRow, response: ApiResponse): ConflictResolution | null {
  return resolveConflict(row, response);
}

/** Writes the server's response to acknowledged edits, inside the transaction that writes the acks. */
export function applyAcks(tx: Tx, acks: readonly Ack[], successors: Successors): Promise<void> {
  return applyAdminAcks(tx, acks, successors);
}
