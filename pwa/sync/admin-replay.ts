import type { Answer } from '../api/answer.ts';
import type { OutboxRow } from '../store/outbox.ts';
import type { PrivateStore } from '../store/private-store.ts';
import { settleAdmin } from './admin-settle.ts';
import type { Behind } from './behind.ts';
import { type Resolution, resolveAnswer } from './conflict.ts';
import type { Ack } from './settle.ts';

/*
 * Replay code for admin commands only. It is loaded when the first of them is met, so learners' devices do
 * not download it.
 */

/**
 * Resolves an edit that the server rejected because of another user's edit; null if it is an ordinary
 * refusal.
 */
export function resolve(row: OutboxRow, answer: Answer): Resolution | null {
  return resolveAnswer(row, answer);
}

/** Writes the server's response to acknowledged edits, inside the transaction that writes the acks. */
export function settle(store: PrivateStore, acks: readonly Ack[], behind: Behind): Promise<void> {
  return settleAdmin(store, acks, behind);
}
