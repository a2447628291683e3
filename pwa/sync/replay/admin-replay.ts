import { resolveConflict } from '../conflicts/conflict.ts';
import { applyAdminAcks } from './outcomes/apply-admin-acks.ts';
import type { ApplyAdminAcks } from './outcomes/apply-outcomes.ts';
import { createSuccessorSearch } from './outcomes/find-successors.ts';
import type { Resolve } from './outcomes/resolution.ts';

/*
 * Replay code for admin commands only. It is loaded when the first of them is met, so learners' devices do
 * not download it.
 */

/** What one drain does with the replies to admins' commands. */
export interface AdminReplay {
  /** Resolves an edit that the server rejected because of another user's edit; null if it is an ordinary refusal. */
  readonly resolve: Resolve;
  readonly applyAcks: ApplyAdminAcks;
}

export function createAdminReplay(): AdminReplay {
  const findSuccessors = createSuccessorSearch();
  return {
    resolve: resolveConflict,
    applyAcks: (tx, acks) => applyAdminAcks(tx, acks, findSuccessors),
  };
}
