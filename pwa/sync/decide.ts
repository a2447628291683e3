import type { Command } from '#schema/commands.ts';
import { type FieldValue, type FieldValues, isSameValue } from '#schema/merge.ts';
import { write } from '../store/access.ts';
import { adminCourseTables } from '../store/admin-courses.ts';
import { type OutboxRow, parseOutboxRow, readUnsent } from '../store/outbox.ts';
import type { PrivateStore } from '../store/private-store.ts';
import { asideOf } from './aside.ts';
import { type DeleteCommand, type EditCommand, isDeletion, isEdit, parseCurrent } from './edited-row.ts';
import { keepAside } from './keep-aside.ts';
import { changeOutbox } from './outbox.ts';
import { renewed } from './outbox-rows.ts';
import { putBack } from './put-back.ts';
import { changesOf, rebaseEdit } from './rebase.ts';
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

/**
 * Carries out what a person decided, in one transaction: the command is written anew on the version that
 * they saw and goes out with the rest of its group; what was not taken of mine is kept in the history.
 * Answers false when there is nothing to decide (any more), because it was decided in another tab.
 *
 * @throws {StorageFullError} when the device has no room
 * @throws {Error} for a decision that does not fit the conflict, such as putting back what is not deleted
 */
export async function decideConflict(commandId: string, decision: Decision): Promise<boolean> {
  const isDecided = await changeOutbox((store) =>
    write(store, [store.outbox, store.adminStrays, ...adminCourseTables(store)], async () => {
      const row = parseOutboxRow(await store.outbox.get({ id: commandId }));
      if (row?.state !== 'refused' || row.conflict === undefined) return false;
      await carryOut(store, row, decision);
      await freeGroup(store, row);
      return true;
    }),
  );
  if (isDecided) requestReplay('eager');
  return isDecided;
}

async function carryOut(store: PrivateStore, row: OutboxRow, decision: Decision): Promise<void> {
  const { command, conflict } = row;
  if (conflict?.reason === 'deleted') {
    if (decision.kind === 'putBack') return putBack(store, row);
    if (decision.kind === 'theirs') return letGo(store, row);
  } else if (isEdit(command)) {
    if (decision.kind === 'fields') return decideFields(store, { row, command, values: decision.values });
    if (decision.kind === 'theirs') return decideFields(store, { row, command, values: {} });
  } else if (isDeletion(command)) {
    if (decision.kind === 'deleteAnyway') return replace(store, row, onVersion(command, seenVersion(row)));
    if (decision.kind === 'theirs') return store.outbox.delete(row.order);
  }
  throw new Error(`${decision.kind} does not answer this conflict of ${command.kind}`);
}

interface FieldDecision {
  readonly row: OutboxRow;
  readonly command: EditCommand;
  readonly values: FieldValues;
}

/** The fields in conflict as the person said, the others merged. */
async function decideFields(store: PrivateStore, { row, command, values }: FieldDecision): Promise<void> {
  const theirs = parseCurrent(command, row.conflict?.current);
  if (theirs === null) throw new Error(`The row of ${row.id} cannot be read`);
  const decided = Object.fromEntries(
    (row.conflict?.fields ?? []).map((field) => [field, values[field] ?? theirs.fields[field]]),
  );
  const mine = changesOf(command);
  const lost = Object.entries(decided).filter(([field, value]) => !isSameValue(value, mine[field]));
  await setAside(
    store,
    command,
    lost.map(([field]) => field),
  );
  const rebased = rebaseEdit(command, theirs, { ...values, ...decided }).command;
  if (rebased === null) await store.outbox.delete(row.order);
  else await replace(store, row, rebased);
}

/** The row stays deleted; what was written for it is kept in the history. */
async function letGo(store: PrivateStore, row: OutboxRow): Promise<void> {
  await setAside(store, row.command);
  await store.outbox.delete(row.order);
}

async function setAside(store: PrivateStore, command: Command, fields?: readonly string[]): Promise<void> {
  const words = asideOf(command, fields);
  if (words !== null) await keepAside(store, words);
}

async function replace(store: PrivateStore, row: OutboxRow, command: Command): Promise<void> {
  await store.outbox.put(renewed({ ...row, command }));
}

function seenVersion({ command, conflict }: OutboxRow): number {
  const version = parseCurrent(command, conflict?.current)?.version;
  if (version === undefined) throw new Error(`The row of ${command.id} cannot be read`);
  return version;
}

function onVersion(command: DeleteCommand, version: number): Command {
  switch (command.kind) {
    case 'course.delete':
      return { ...command, args: { ...command.args, courseVersion: version } };
    case 'module.delete':
      return { ...command, args: { ...command.args, version } };
    case 'lesson.delete':
      return { ...command, args: { ...command.args, version } };
    case 'resource.delete':
      return { ...command, args: { ...command.args, version } };
  }
}

/** The rest of an atomic group was set aside with the one that was decided; it waits for its other conflicts only. */
async function freeGroup(store: PrivateStore, { groupId }: OutboxRow): Promise<void> {
  if (groupId === undefined) return;
  const group = (await readUnsent(store)).filter((row) => row.groupId === groupId);
  if (group.some(({ conflict }) => conflict !== undefined)) return;
  const setAsideOnes = group.filter(({ state }) => state === 'refused');
  await store.outbox.bulkPut(setAsideOnes.map(renewed));
}
