import { type Command, rowsAround } from '#schema/commands/all-commands.ts';
import type { Answer } from '../api/answer.ts';
import type { Conflict, OutboxRow } from '../store/rows.ts';
import { isCreate, ownRow } from './command-target.ts';
import type { Resolution } from './conflict.ts';
import { decideOutcome, type Outcome } from './outcome.ts';

/** The resolution of a command: its outcome, or a further result for an editor command. */
export type Verdict =
  | Outcome
  /** Another user was first: the same edit, rebased on their version, is sent under a new id. */
  | { readonly kind: 'rebased'; readonly command: Command }
  /** Another user was first, and the user has to compare and decide. */
  | { readonly kind: 'conflict'; readonly problem: string; readonly conflict: Conflict }
  /** The intended state exists already. */
  | { readonly kind: 'gone' }
  /** Another command of its Save Course was refused: none of it was done, and it waits with that one. */
  | { readonly kind: 'setAside' }
  /** Another command of its Save Course was rebased, so the group is sent again at once. */
  | { readonly kind: 'again' }
  /** It is done, but possibly before a restore of the server's database: it is offered again. */
  | { readonly kind: 'doubted' }
  /** Its parent was not created: it waits for that under a new id, because its refusal left a receipt. */
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

/** Resolves refusals of editor commands; null for an ordinary refusal. */
export type Resolve = (row: OutboxRow, answer: Answer) => Resolution | null;

/** Resolves the commands of a batch, each by its own response, in order. */
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
 * Resolves a Save Course that was sent as one: all commands are done, or none is and the others share the
 * resolution of the one that failed.
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
      // A server that reports both cannot be trusted.
      return { kind: 'again' };
    default:
      return fate;
  }
}
