import { parseEmptiedRow } from '#pwa/store/account/acknowledged/acknowledged.ts';
import { updateCanary } from '#pwa/store/account/canary.ts';
import { listUnsent, type OutboxRow, parseOutboxRow } from '#pwa/store/account/outbox.ts';
import { readPullState, writePullState } from '#pwa/store/account/pull-state.ts';
import { write } from '#pwa/store/database/access.ts';
import type { PrivateStore, Tx } from '#pwa/store/database/private-store.ts';
import type { EmptiedRow } from '#pwa/store/database/rows.ts';
import { listUnlockProofs } from '#pwa/store/offline/unlock-proofs.ts';
import { BLANKED_CODE } from '#schema/commands/define/blanked-code.ts';
import { appendCommand } from './outbox.ts';
import { offeredAgain, reissued } from './outbox-rows.ts';
import { refillCodes } from './refill-codes.ts';
import { requestReplay } from './signal.ts';

export interface Requeued {
  /** Commands that are offered to the server again. */
  readonly offered: number;
  /** Commands that cannot be: codes that were blanked after their ack, and texts given up for space. */
  readonly unable: number;
  /** Courses whose proof of activation is shown to the server. */
  readonly proofs: number;
}

/**
 * The server's database was restored from a backup: commands that it acknowledged in the last 30 days are
 * offered again, in the old order and under the same ids, so the server returns the receipts that the backup
 * contains. What the backup does not contain is done again, dropped or left to the user's decision; the server
 * says which (docs/why/restore.md).
 *
 * The new epoch is stored in the same transaction: a response of the old one that is applied later finds it
 * and no longer counts as an ack (see `applyOutcomes`).
 *
 * @param epoch the database's new epoch; nothing is done if this device knows it already
 */
export async function requeueAcknowledged(store: PrivateStore, epoch: string): Promise<Requeued> {
  const result = await write(store, [store.outbox, store.state, store.adminBatchCodes], async (tx) => {
    const state = await readPullState(tx);
    if (state.epoch === epoch) return { offered: 0, unable: 0, proofs: 0 };
    // Its changes are numbered anew.
    await writePullState(tx, { ...state, epoch, sequence: undefined, reached: undefined });
    const stored = await tx.outbox.where({ state: 'acknowledged' }).sortBy('order');
    const parsed = stored.map(parseOutboxRow).filter((row) => row !== null);
    const rows: OutboxRow[] = [];
    for (const row of parsed) rows.push(await refillCodes(tx, row));
    const effective = rows.filter(({ restore }) => restore !== 'dropped');
    const offered = effective.filter((row) => !isBlanked(row));
    const emptied = await noteUnable(tx, stored);
    await tx.outbox.bulkPut(offered.map((row) => again(row, state.epoch)));
    const proofs = await showProofs(tx, epoch);
    return { offered: offered.length, unable: effective.length - offered.length + emptied, proofs };
  });
  if (result.offered + result.proofs === 0) return result;
  await updateCanary(store);
  requestReplay('eager');
  return result;
}

/**
 * Commands that gave up their texts cannot be offered again: the sync centre says so, as of now. Returns how
 * many.
 */
async function noteUnable(tx: Tx, stored: readonly unknown[]): Promise<number> {
  const acknowledgedAt = new Date().toISOString();
  const rows = stored.flatMap((row) => parseEmptiedRow(row) ?? []);
  const noted = rows.map((row): EmptiedRow => ({ ...row, acknowledgedAt, restore: 'unable' }));
  await tx.table<EmptiedRow>('outbox').bulkPut(noted);
  return noted.length;
}

/** Ignored progress has a receipt that says so; progress may be sent twice, so it gets a new id. */
function again(row: OutboxRow, epoch: string | null): OutboxRow {
  const offered = offeredAgain(row, epoch);
  return row.notTaken === undefined ? offered : reissued(offered);
}

/** Queues the unlocking of each course that this device unlocked in an earlier epoch. */
async function showProofs(tx: Tx, epoch: string): Promise<number> {
  const unsent = await listUnsent(tx);
  const isShown = (courseId: string) =>
    unsent.some(
      ({ command: { kind, args } }) =>
        kind === 'course.activate' && args.proof !== undefined && args.courseId === courseId,
    );
  const stored = await listUnlockProofs(tx);
  const proofs = stored.filter((proof) => proof.epoch !== epoch && !isShown(proof.courseId));
  for (const { courseId, courseTitle, text } of proofs) {
    const args = { courseId, courseTitle, activationCode: BLANKED_CODE, proof: text };
    await appendCommand(tx, (envelope) => ({ ...envelope, kind: 'course.activate', args }));
  }
  return proofs.length;
}

function isBlanked({ command }: OutboxRow): boolean {
  if (command.kind === 'course.activate' || command.kind === 'code.redeem')
    return command.args.activationCode === BLANKED_CODE;
  const hasCodes = command.kind === 'codes.upload' || command.kind === 'codeBatch.create';
  return hasCodes && command.args.codes.includes(BLANKED_CODE);
}
