import type { ApiResponse } from '#pwa/api/api-response.ts';
import type { OutboxRow } from '#pwa/store/account/outbox.ts';
import { type ConflictResolution, resolveConflict } from '../conflicts/conflict.ts';
import { applyAdminAcks } from './outcomes/apply-admin-acks.ts';

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
export const applyAcks = applyAdminAcks;
