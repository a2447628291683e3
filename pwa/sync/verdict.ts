import { type Command, rowsAround } from '#schema/commands/all-commands.ts';
import type { Answer } from '../api/answer.ts';
import type { Conflict, OutboxRow } from '../store/rows.ts';
import { isCreate, ownRow } from './command-target.ts';
import type { Resolution } from './conflict.ts';
import { decideOutcome, type Outcome } from './outcome.ts';

/** What becomes of a command after its answer: the ladder's outcome, or what an editor's edit may come to besides. */
export type Verdict =
  | Outcome
  /** Somebody else was first: the same edit, made on their version, goes out under a new id. */
  | { readonly kind: 'rebased'; readonly command: Command }
  /** Somebody else was first, and a person has to compare and decide. */
  | { readonly kind: 'conflict'; readonly problem: string; readonly conflict: Conflict }
  /** What it was to bring about is so already. */
  | { readonly kind: 'gone' }
  /** Another of its Save Course was refused: nothing of it was done, and it waits with that one. */
  | { readonly kind: 'setAside' }
  /** Another of its Save Course was made fit and goes again at once, and it along. */
  | { readonly kind: 'again' }
  /** It is done, but by a server that may have been put back to before that: it is offered again. */
  | { readonly kind: 'doubted' }
  /** What it lies in was not made: it waits for that, under a new id, because its refusal left a receipt. */
  | { readonly kind: 'renewed' };

export interface Judged {
  readonly row: OutboxRow;
  readonly answer: Answer;
  readonly verdict: Verdict;
}

export interface Answered {
  readonly row: OutboxRow;
  readonly answer: Answer;
}

/** Judges refusals of the editor's edits; null where a refusal is no more than that. */
export type Resolve = (row: OutboxRow, answer: Answer) => Resolution | null;

/** What becomes of commands that travelled together, each by its own answer, in their order. */
export function judgeEach(answered: readonly Answered[], resolve: Resolve): Judged[] {
  const notMade = new Set<string>();
  return answered.map(({ row, answer }) => {
    const { command } = row;
    const isOrphan = rowsAround(command).some((around) => notMade.has(around));
    const judged = judge(row, answer, resolve);
    const own = ownRow(command);
    if (judged.kind !== 'acknowledged' && own !== null && isCreate(command)) notMade.add(own);
    const isNo = judged.kind === 'refused' || judged.kind === 'conflict';
    return { row, answer, verdict: isOrphan && isNo ? { kind: 'renewed' } : judged };
  });
}

/**
 * What becomes of a Save Course that went as one: all are done, or none is and the others share the fate of
 * the one that failed.
 */
export function judgeTogether(
  answered: readonly Answered[],
  failedId: string | null,
  resolve: Resolve,
): Judged[] {
  const failed = answered.find(({ row }) => row.id === failedId);
  if (failed === undefined) return judgeEach(answered, resolve);
  const fate = judge(failed.row, failed.answer, resolve);
  return answered.map(({ row, answer }) =>
    row === failed.row
      ? { row, answer, verdict: fate }
      : { row, answer: failed.answer, verdict: shareFate(fate) },
  );
}

function judge(row: OutboxRow, answer: Answer, resolve: Resolve): Verdict {
  const outcome = decideOutcome(row.command, answer);
  if (outcome.kind !== 'refused') return outcome;
  const resolution = resolve(row, answer);
  if (resolution === null) return outcome;
  return resolution.kind === 'conflict' ? { ...resolution, problem: outcome.problem } : resolution;
}

function shareFate(fate: Verdict): Verdict {
  switch (fate.kind) {
    case 'refused':
    case 'conflict':
      return { kind: 'setAside' };
    case 'rebased':
    case 'gone':
      return { kind: 'again' };
    case 'acknowledged':
      // A server that says both is not to be believed.
      return { kind: 'again' };
    default:
      return fate;
  }
}
