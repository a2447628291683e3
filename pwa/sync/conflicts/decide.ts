import { CONFLICT_DRAFTS } from '#pwa/store/account/draft-keys.ts';
import { removeDraftRow } from '#pwa/store/account/drafts.ts';
import { type OutboxRow, parseOutboxRow } from '#pwa/store/account/outbox.ts';
import { adminCourseTables } from '#pwa/store/admin/admin-courses.ts';
import { write } from '#pwa/store/database/access.ts';
import type { Tx } from '#pwa/store/database/private-store.ts';
import { type Command, changesOf, onVersion } from '#schema/commands/all-commands.ts';
import type { RejectedTextArgs } from '#schema/commands/store-rejected-text.ts';
import { type FieldValue, type FieldValues, isSameValue } from '#schema/editor/merge.ts';
import type { EditedRow } from '#schema/entities/entity.ts';
import { isDeletion, isEdit, parseCurrent } from '../commands/command-target.ts';
import type { KnownRows } from '../commands/recreate/known-rows.ts';
import { readKnownRows } from '../commands/recreate/read-known-rows.ts';
import type { Replacement } from '../commands/recreate/replacement.ts';
import { appendCommand, changeOutboxHere } from '../outbox/outbox.ts';
import { cancelledBy, reissued } from '../outbox/outbox-rows.ts';
import { requestReplay } from '../outbox/signal.ts';
import { isOfTarget, withoutMove } from './moved-into-deleted.ts';
import { rebaseEdit } from './rebase.ts';
import { recreate } from './recreate.ts';
import { selectRejectedText } from './select-rejected-text.ts';
import { storeRejectedText } from './store-rejected-text.ts';

/**
 * A user's decision on a conflict.
 * fields: these values for the fields in conflict (mine, theirs or something new); a field that is not named
 * stays theirs. theirs: none of my values in those fields (after my deletion: the row stays; after theirs: it
 * stays deleted; after that of the module into which I moved a lesson: the lesson stays where it is). deleteAnyway: delete the row despite the other user's changes. recreate: recreate a deleted
 * row with my values.
 */
export type Decision =
  | { readonly kind: 'fields'; readonly values: Readonly<Record<string, FieldValue>> }
  | { readonly kind: 'theirs' }
  | { readonly kind: 'deleteAnyway' }
  | { readonly kind: 'recreate' };

/** Returns the id of the draft that stores the user's choices until they are applied. */
export function conflictDraftId(commandId: string): string {
  return `${CONFLICT_DRAFTS}${commandId}`;
}

/**
 * Applies the user's decision in one transaction: the command is rewritten on the version that they saw and
 * sent with the rest of its group; rejected text of mine goes into the history. Returns false if the conflict
 * is already decided, for example in another tab.
 *
 * @throws {StorageFullError} if the device's storage is full
 * @throws {Error} if the decision does not fit the conflict, such as recreating a row that is not deleted
 */
export async function decideConflict(commandId: string, decision: Decision): Promise<boolean> {
  const isDecided = await changeOutboxHere((store) =>
    write(
      store,
      [
        ...[store.outbox, store.drafts, store.state, store.deletedSnapshots, store.importTexts],
        ...[...adminCourseTables(store), store.quizzes, store.questions],
      ],
      async (tx) => {
        const row = parseOutboxRow(await tx.outbox.get({ id: commandId }));
        if (row?.state !== 'refused' || row.conflict === undefined) return false;
        const known = await readKnownRows(tx, row);
        const result = applyDecision(row, decision, known);
        await carryOut(tx, result, listFreed(row, known));
        await removeDraftRow(tx, conflictDraftId(commandId));
        return true;
      },
    ),
  );
  if (isDecided) requestReplay('eager');
  return isDecided;
}

interface DecisionResult extends Replacement {
  /** The rewritten command. */
  readonly put: Command | null;
  /** My rejected text. */
  readonly rejectedText: RejectedTextArgs | null;
}

const nothing = { remove: [], append: [], put: null, rejectedText: null } as const satisfies DecisionResult;

function applyDecision(row: OutboxRow, decision: Decision, known: KnownRows): DecisionResult {
  const { command, conflict } = row;
  if (conflict?.reason === 'deleted') {
    if (decision.kind === 'recreate') return { ...nothing, ...recreate(row, known) };
    if (decision.kind === 'theirs' && isOfTarget(conflict)) return stay(row);
    if (decision.kind === 'theirs')
      return { ...nothing, remove: [row], rejectedText: selectRejectedText(command) };
  } else if (isEdit(command)) {
    if (decision.kind === 'fields') return decideFields(row, command, decision.values);
    if (decision.kind === 'theirs') return decideFields(row, command, {});
  } else if (isDeletion(command)) {
    if (decision.kind === 'deleteAnyway')
      return { ...nothing, put: onVersion(command, getTheirs(row).version) };
    if (decision.kind === 'theirs') return { ...nothing, remove: [row] };
  }
  throw new Error(`${decision.kind} does not resolve this conflict of ${command.kind}`);
}

/** The lesson is not moved; my other changes of it are sent. */
function stay(row: OutboxRow): DecisionResult {
  const put = withoutMove(row.command);
  return { ...nothing, remove: put === null ? [row] : [], put };
}

/** The fields in conflict as the user decided, the others merged. */
function decideFields(row: OutboxRow, command: Command, values: FieldValues): DecisionResult {
  const theirs = getTheirs(row);
  const fields = row.conflict?.fields ?? [];
  const decided = Object.fromEntries(
    fields.map((field) => [field, field in values ? values[field] : theirs.fields[field]]),
  );
  const mine = changesOf(command) ?? {};
  const lost = fields.filter((field) => !isSameValue(decided[field], mine[field]));
  const rejectedText = selectRejectedText(command, lost);
  const { command: put } = rebaseEdit(command, theirs, { ...values, ...decided });
  return { ...nothing, remove: put === null ? [row] : [], put, rejectedText };
}

function getTheirs({ command, conflict }: OutboxRow): EditedRow {
  const theirs = parseCurrent(command, conflict?.current);
  if (theirs === null) throw new Error(`The server's row in the conflict of ${command.id} cannot be read`);
  return theirs;
}

/**
 * Returns the rows to send again with the decided one: itself, and the rest of its atomic group, which was
 * refused with it, unless another row of the group still needs a decision.
 */
function listFreed(decided: OutboxRow, { unsent }: KnownRows): OutboxRow[] {
  const { groupId } = decided;
  const others = unsent.filter((row) => row.order !== decided.order && row.groupId === groupId);
  const isHeldUp = groupId === undefined || others.some(({ conflict }) => conflict !== undefined);
  return [decided, ...(isHeldUp ? [] : others.filter(({ state }) => state === 'refused'))];
}

async function carryOut(
  tx: Tx,
  { remove, append, put, rejectedText }: DecisionResult,
  [decided, ...others]: OutboxRow[],
): Promise<void> {
  const rewritten = decided !== undefined && put !== null ? [{ ...decided, command: put }] : [];
  await tx.outbox.bulkPut([...rewritten, ...others].map(reissued));
  await tx.outbox.bulkDelete(remove.map(({ order }) => order));
  // Discarding a deletion restores the edits that it had cancelled.
  if (decided !== undefined && put === null && isDeletion(decided.command))
    await tx.outbox.bulkPut(cancelledBy(decided));
  for (const command of append) {
    await appendCommand(tx, (envelope) => ({ ...command, ...envelope }));
  }
  if (rejectedText !== null) await storeRejectedText(tx, rejectedText);
}
