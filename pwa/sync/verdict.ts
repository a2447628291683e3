import type { Answer } from '../api/answer.ts';
import type { Conflict, OutboxRow } from '../store/rows.ts';
import type { Command } from '#schema/commands.ts';
import { isCreate, ownRow, rowsAround } from './command-place.ts';
import { type Outcome, decideOutcome } from './outcome.ts';

/** What becomes of a command after its answer: the ladder's outcome, or what an editor's edit may come to besides. */
export type Verdict =
  | Outcome
  /** Somebody else was first: the same edit, made on their version, goes out under a new id. */
  | { readonly kind: 'rebased'; readonly command: Command }
  /** Somebody else was first, and a person has to compare and decide. */
  | { readonly kind: 'conflict'; readonly problem: string; readonly conflict: Conflict }
  /** What it was to delete is not there any more. */
  | { readonly kind: 'gone' }
  /** Another of its Save Course was refused: nothing of it was done, and it waits with that one. */
  | { readonly kind: 'setAside' }
  /** Another of its Save Course goes again at once, and it along. */
  | { readonly kind: 'again' }
  /** What it lies in was not made: it waits for that, under a new id, because its refusal has a receipt. */
  | { readonly kind: 'renewed' };

export interface Judged {
  readonly row: OutboxRow;
  readonly answer: Answer;
  readonly verdict: Verdict;
}
