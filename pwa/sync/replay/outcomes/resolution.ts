import type { ApiResponse } from '#pwa/api/api-response.ts';
import type { Conflict, OutboxRow } from '#pwa/store/database/rows.ts';
import { isCreate, ownRow } from '#pwa/sync/commands/command-target.ts';
import type { ConflictResolution } from '#pwa/sync/conflicts/conflict.ts';
import { type Command, rowsAround } from '#schema/commands/all-commands.ts';
import { decideOutcome, type Outcome } from './outcome.ts';

/** The resolution of a command: its outcome, or a further result for an editor command. */
export type Resolution =
  | Outcome
  /** Another user was first: the same edit, rebased on their version, is sent under a new id. */
  | { readonly kind: 'rebased'; readonly command: Command }
  /** Another user was first, and the user has to compare and decide. */
  | { readonly kind: 'conflict'; readonly problem: string; readonly conflict: Conflict }
  /** The intended state exists already. */
  | { readonly kind: 'gone' }
  /** Another command of its Save Course was refused: none of it was done, and it waits with that one. */
  | { readonly kind: 'refusedWithGroup' }
  /**
   * Another command of its Save Course was rebased, or its batch had no room for its reply: it is sent again at
   * once.
   */
  | { readonly kind: 'again' }
  /** It is done, but possibly before a restore of the server's database: it is offered again. */
  | { readonly kind: 'untrusted'; readonly epoch: string | null }
  /** Done before a restore of the server, and not to be done again without the user's decision. */
  | { readonly kind: 'undecided'; readonly problem: string }
  /** The same, and the operator decided that it is not done again. */
  | { readonly kind: 'dropped' }
  /** Its parent was not created: it waits for that under a new id, because its refusal left a receipt. */
  | { readonly kind: 'reissued' };

export interface Judged {
  readonly row: OutboxRow;
  readonly response: ApiResponse;
  readonly resolution: Resolution;
}

export interface CommandResponse {
  readonly row: OutboxRow;
  readonly response: ApiResponse;
}

/** Resolves refusals of editor commands; null for an ordinary refusal. */
export type Resolve = (row: OutboxRow, response: ApiResponse) => ConflictResolution | null;

/** Resolves the commands of a batch, each by its own response, in order. */
export function judgeEach(responses: readonly CommandResponse[], resolve: Resolve): Judged[] {
  const notCreated = new Set<string>();
  // The server replies to the first command of a batch at least; otherwise the commands wait as for any 429.
  const isAnyDone = responses.some(({ response }) => !isPostponed(response));
  return responses.map(({ row, response }) => {
    const { command } = row;
    const isOrphan = rowsAround(command).some((around) => notCreated.has(around));
    const judged: Resolution =
      isAnyDone && isPostponed(response) ? { kind: 'again' } : judge(row, response, resolve);
    const own = ownRow(command);
    const isThere = judged.kind === 'acknowledged' || judged.kind === 'gone';
    if (!isThere && own !== null && isCreate(command)) notCreated.add(own);
    const isNo = judged.kind === 'refused' || judged.kind === 'conflict';
    return { row, response, resolution: isOrphan && isNo ? { kind: 'reissued' } : judged };
  });
}

/**
 * Resolves a Save Course that was sent as one: all commands are done, or none is and the others share the
 * resolution of the one that failed.
 */
export function judgeTogether(
  responses: readonly CommandResponse[],
  failedId: string | null,
  resolve: Resolve,
): Judged[] {
  const failed = responses.find(({ row }) => row.id === failedId);
  if (failed === undefined) return judgeEach(responses, resolve);
  const groupResolution = judge(failed.row, failed.response, resolve);
  return responses.map(({ row, response }) =>
    row === failed.row
      ? { row, response, resolution: groupResolution }
      : { row, response: failed.response, resolution: shareResolution(groupResolution) },
  );
}

const isPostponed = ({ error }: ApiResponse): boolean => error?.code === 'batch_full';

function judge(row: OutboxRow, response: ApiResponse, resolve: Resolve): Resolution {
  const outcome = decideOutcome(row.command, response);
  if (outcome.kind !== 'refused') return outcome;
  if (response.error?.code === 'restore_undecided') return { kind: 'undecided', problem: outcome.problem };
  if (response.error?.code === 'restore_discarded') return { kind: 'dropped' };
  const conflictResolution = resolve(row, response);
  if (conflictResolution === null) return outcome;
  return conflictResolution.kind === 'conflict'
    ? { ...conflictResolution, problem: outcome.problem }
    : conflictResolution;
}

function shareResolution(groupResolution: Resolution): Resolution {
  switch (groupResolution.kind) {
    case 'refused':
    case 'conflict':
      return { kind: 'refusedWithGroup' };
    case 'rebased':
    case 'gone':
      return { kind: 'again' };
    case 'acknowledged':
      // A server that reports both cannot be trusted.
      return { kind: 'again' };
    default:
      return groupResolution;
  }
}
