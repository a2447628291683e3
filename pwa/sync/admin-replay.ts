import type { Answer } from '../api/answer.ts';
import type { OutboxRow } from '../store/outbox.ts';
import type { PrivateStore } from '../store/private-store.ts';
import { settleAdmin } from './admin-settle.ts';
import type { Behind } from './behind.ts';
import { type Resolution, resolveAnswer } from './conflict.ts';
import type { Ack } from './settle.ts';

/*
 * What the replay needs for admins' commands only. It is loaded when the first of them is met, so that
 * learners' devices need not read it.
 */

/** What becomes of an edit that the server refused because of somebody else's; null where it is just refused. */
export function resolve(row: OutboxRow, answer: Answer): Resolution | null {
  return resolveAnswer(row, answer);
}

/** Writes the server's word on acknowledged edits, inside the transaction that writes the acks. */
export function settle(store: PrivateStore, acks: readonly Ack[], behind: Behind): Promise<void> {
  return settleAdmin(store, acks, behind);
}
