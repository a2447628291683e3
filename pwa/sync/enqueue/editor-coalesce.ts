import type { OutboxRow } from '#pwa/store/account/outbox.ts';
import {
  baseOf,
  type Command,
  type CommandBody,
  changesOf,
  coalesceEdit,
  recordOf,
  rewriteEdit,
  rowsAround,
  seenVersionOf,
} from '#schema/commands/all-commands.ts';
import { given } from '#schema/editor/given.ts';
import { isCreate, ownRow } from '../commands/command-target.ts';
import { mergeEdits } from '../commands/edit-fields.ts';
import { isFixable, isOpen, reissued } from '../outbox/outbox-rows.ts';

/*
 * How an edit is merged with unsent commands. A command that was attempted is never changed, because the
 * server may have it; a refused one may be, because it is sent under a new id.
 */

export type UpdateBody = Extract<
  CommandBody,
  { kind: 'course.update' | 'module.update' | 'lesson.update' | 'lesson.setVideo' }
>;
export type DeleteBody = Extract<
  CommandBody,
  { kind: 'module.delete' | 'lesson.delete' | 'resource.delete' }
>;

/** The changes to the outbox. */
export interface Coalesced {
  /** Updated rows; each replaces the row of the same `order`. */
  readonly put: readonly OutboxRow[];
  readonly remove: readonly OutboxRow[];
  /** Those of the removed that are restored if the new command is undone. */
  readonly cancelled?: readonly OutboxRow[];
  /** The command to append; null if there is none. */
  readonly append: CommandBody | null;
  /** The row that the edit joined; null if it joined none. */
  readonly joined: OutboxRow | null;
}

/**
 * Merges an edit into the last unsent command of its record where possible: the create of the row, or an
 * earlier edit. A field that is back to its old value is dropped, and so is a command without fields.
 *
 * @param unsent in the order of entry
 * @param groupId of the Save Course that the edit belongs to; edits that it joins move into that group
 */
export function coalesceUpdate(
  unsent: readonly OutboxRow[],
  body: UpdateBody,
  groupId: string | null,
): Coalesced {
  const last = unsent.findLast((row) => recordOf(row.command) === ownRow(body));
  const members = last === undefined ? [] : groupOf(unsent, last);
  const canJoin =
    members.every((row) => isOpen(row) || isFixable(row)) &&
    (groupId === null || isUnbroken(unsent, members, groupId));
  const joining = last !== undefined && canJoin ? joinUpdate(last.command, body) : null;
  if (last === undefined || joining === null) {
    return { put: [], remove: [], append: withSeenVersion(body), joined: null };
  }
  const freed = members.map((row) => regroup(isFixable(row) ? reissued(row) : row, groupId));
  const others = freed.filter(({ order }) => order !== last.order);
  const { command, rest } = joining;
  if (command === null) return { put: others, remove: [last], append: rest, joined: null };
  const own = freed.find(({ order }) => order === last.order) ?? last;
  const joined = { ...own, command: { ...command, id: own.id } };
  return { put: [...others, joined], remove: [], append: rest, joined };
}

/**
 * A delete cancels the unsent commands on its row and inside it. If the row was never created, nothing is
 * sent; if its create is under way, the delete is queued after it.
 */
export function coalesceDelete(unsent: readonly OutboxRow[], body: DeleteBody): Coalesced {
  const target = ownRow(body);
  const inside = unsent.filter(({ command }) => rowsAround(command).some((row) => row === target));
  const remove = inside.filter((row) => isOpen(row) || row.state === 'refused');
  const isNeverCreated = remove.some(({ command }) => isCreate(command) && ownRow(command) === target);
  if (isNeverCreated) return { put: [], remove, append: null, joined: null };
  return { put: [], remove, cancelled: remove, append: withSeenVersion(body), joined: null };
}

/** The row itself, and those that can only be sent together with it. */
function groupOf(unsent: readonly OutboxRow[], row: OutboxRow): OutboxRow[] {
  const { groupId } = row;
  return groupId === undefined ? [row] : unsent.filter((other) => other.groupId === groupId);
}

/**
 * Whether commands may join a group that is queued now. A command queued between may depend on them, and the
 * new group on that command: then neither could ever be sent.
 */
function isUnbroken(unsent: readonly OutboxRow[], rows: readonly OutboxRow[], groupId: string): boolean {
  const grouped = rows.filter(({ command }) => !isCreate(command));
  const first = Math.min(...grouped.map(({ order }) => order));
  return unsent.every(
    (row) => row.order < first || row.groupId === groupId || rows.includes(row) || waitsForNoEdit(row),
  );
}

/** Creates wait for creates only, which are in no group. */
export function waitsForNoEdit({ command }: Pick<OutboxRow, 'command'>): boolean {
  return isCreate(command) || command.kind === 'resource.delete' || ownRow(command) !== recordOf(command);
}

/** A create stays outside of groups: other commands wait for it. */
function regroup(row: OutboxRow, groupId: string | null): OutboxRow {
  return groupId === null || isCreate(row.command) ? row : { ...row, groupId };
}

/** Version 0 marks a row that an unsent command creates: it will have version 1. */
function withSeenVersion<Body extends UpdateBody | DeleteBody>(body: Body): Body {
  return body.args.version > 0 ? body : { ...body, args: { ...body.args, version: 1 } };
}

interface Joining {
  /** The command with the edit merged in; null if nothing is left of it. */
  readonly command: Command | null;
  /** The part of the edit that the command cannot carry. */
  readonly rest: CommandBody | null;
}

/** Null if the edit has to be queued after the command. */
function joinUpdate(command: Command, body: UpdateBody): Joining | null {
  const later = { base: baseOf(body) ?? {}, changes: changesOf(body) ?? {} };
  const taken = coalesceEdit(command, given(later.changes));
  if (taken !== null) return { command: taken.command, rest: taken.rest && rewriteEdit(body, taken.rest) };
  if (command.kind !== body.kind) return null;
  const first = { base: baseOf(command) ?? {}, changes: changesOf(command) ?? {} };
  const edit = mergeEdits(first, later);
  if (edit === null) return { command: null, rest: null };
  const version = seenVersionOf(command) ?? 0;
  return { command: rewriteEdit(command, { version, base: edit.base, fields: edit.changes }), rest: null };
}
