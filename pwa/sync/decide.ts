import { type Command, changesOf, onVersion } from '#schema/commands/all-commands.ts';
import type { KeepAsideArgs } from '#schema/commands/keep-aside.ts';
import type { EditedRow } from '#schema/entities/entity.ts';
import { type FieldValue, type FieldValues, isSameValue } from '#schema/merge.ts';
import { write } from '../store/access.ts';
import { adminCourseTables } from '../store/admin-courses.ts';
import { removeDraftRow } from '../store/drafts.ts';
import { inside } from '../store/inside.ts';
import { type OutboxRow, parseOutboxRow } from '../store/outbox.ts';
import type { PrivateStore } from '../store/private-store.ts';
import { asideOf } from './aside.ts';
import { isDeletion, isEdit, parseCurrent } from './command-target.ts';
import { keepAside } from './keep-aside.ts';
import { type KnownRows, readKnownRows } from './known-rows.ts';
import { appendCommand, changeOutboxHere } from './outbox.ts';
import { cancelledBy, renewed } from './outbox-rows.ts';
import { putBack, type Replacement } from './put-back.ts';
import { rebaseEdit } from './rebase.ts';
import { requestReplay } from './signal.ts';

/**
 * What a person says about a conflict.
 * fields: these values for the fields in conflict, mine, theirs or something new; a field that is not
 * named stays theirs. theirs: nothing of mine in those fields (of a deletion: the row stays; of a deleted
 * row: it stays deleted). deleteAnyway: delete what somebody has worked on. putBack: make a deleted row
 * anew, with what mine says.
 */
export type Decision =
  | { readonly kind: 'fields'; readonly values: Readonly<Record<string, FieldValue>> }
  | { readonly kind: 'theirs' }
  | { readonly kind: 'deleteAnyway' }
  | { readonly kind: 'putBack' };

/** The draft in which a person's choices lie until they are carried out. */
export function conflictDraftId(commandId: string): string {
  return `conflict/${commandId}`;
}

/**
 * Carries out what a person decided, in one transaction: the command is written anew on the version that
 * they saw and goes out with the rest of its group; what was not taken of mine is kept in the history.
 * Answers false when there is nothing to decide (any more), because it was decided in another tab.
 *
 * @throws {StorageFullError} when the device has no room
 * @throws {Error} for a decision that does not fit the conflict, such as putting back what is not deleted
 */
export async function decideConflict(commandId: string, decision: Decision): Promise<boolean> {
  const isDecided = await changeOutboxHere((store) =>
    write(store, [store.outbox, store.drafts, store.adminStrays, ...adminCourseTables(store)], async () => {
      const row = parseOutboxRow(await store.outbox.get({ id: commandId }));
      if (row?.state !== 'refused' || row.conflict === undefined) return false;
      const known = await inside(() => readKnownRows(store, row));
      const answered = answerConflict(row, decision, known);
      await inside(() => carryOut(store, answered, listFreed(row, known)));
      await inside(() => removeDraftRow(store, conflictDraftId(commandId)));
      return true;
    }),
  );
  if (isDecided) requestReplay('eager');
  return isDecided;
}

interface Answered extends Replacement {
  /** The command in its place, written anew. */
  readonly put: Command | null;
  /** What was not taken of mine. */
  readonly aside: KeepAsideArgs | null;
}

const nothing = { remove: [], append: [], put: null, aside: null } as const satisfies Answered;

function answerConflict(row: OutboxRow, decision: Decision, known: KnownRows): Answered {
  const { command, conflict } = row;
  if (conflict?.reason === 'deleted') {
    if (decision.kind === 'putBack') return { ...nothing, ...putBack(row, known) };
    if (decision.kind === 'theirs') return { ...nothing, remove: [row], aside: asideOf(command) };
  } else if (isEdit(command)) {
    if (decision.kind === 'fields') return decideFields(row, command, decision.values);
    if (decision.kind === 'theirs') return decideFields(row, command, {});
  } else if (isDeletion(command)) {
    if (decision.kind === 'deleteAnyway')
      return { ...nothing, put: onVersion(command, getTheirs(row).version) };
    if (decision.kind === 'theirs') return { ...nothing, remove: [row] };
  }
  throw new Error(`${decision.kind} does not answer this conflict of ${command.kind}`);
}

/** The fields in conflict as the person said, the others merged. */
function decideFields(row: OutboxRow, command: Command, values: FieldValues): Answered {
  const theirs = getTheirs(row);
  const fields = row.conflict?.fields ?? [];
  const decided = Object.fromEntries(
    fields.map((field) => [field, field in values ? values[field] : theirs.fields[field]]),
  );
  const mine = changesOf(command) ?? {};
  const lost = fields.filter((field) => !isSameValue(decided[field], mine[field]));
  const aside = asideOf(command, lost);
  const { command: put } = rebaseEdit(command, theirs, { ...values, ...decided });
  return { ...nothing, remove: put === null ? [row] : [], put, aside };
}

function getTheirs({ command, conflict }: OutboxRow): EditedRow {
  const theirs = parseCurrent(command, conflict?.current);
  if (theirs === null) throw new Error(`What ${command.id} met cannot be read`);
  return theirs;
}

/**
 * The rows that go out again with the decided one: itself, and the rest of its atomic group, which was set
 * aside with it, unless another of the group still waits for a person.
 */
function listFreed(decided: OutboxRow, { unsent }: KnownRows): OutboxRow[] {
  const { groupId } = decided;
  const others = unsent.filter((row) => row.order !== decided.order && row.groupId === groupId);
  const isHeldUp = groupId === undefined || others.some(({ conflict }) => conflict !== undefined);
  return [decided, ...(isHeldUp ? [] : others.filter(({ state }) => state === 'refused'))];
}

async function carryOut(
  store: PrivateStore,
  { remove, append, put, aside }: Answered,
  [decided, ...others]: OutboxRow[],
): Promise<void> {
  const rewritten = decided !== undefined && put !== null ? [{ ...decided, command: put }] : [];
  await store.outbox.bulkPut([...rewritten, ...others].map(renewed));
  await store.outbox.bulkDelete(remove.map(({ order }) => order));
  // A deletion that is given up gives back the edits that it had cancelled.
  if (decided !== undefined && put === null && isDeletion(decided.command))
    await store.outbox.bulkPut(cancelledBy(decided));
  for (const command of append) {
    await inside(() => appendCommand(store, (envelope) => ({ ...command, ...envelope })));
  }
  if (aside !== null) await inside(() => keepAside(store, aside));
}
