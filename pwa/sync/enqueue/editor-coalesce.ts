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
import type { PartKind } from '#schema/sync/row-kinds.ts';
import { isCreate, isDeletion, ownRow } from '../commands/command-target.ts';
import { mergeEdits } from '../commands/edit-fields.ts';
import { isMadeOnTop } from '../commands/made-on-top.ts';
import { isFixable, isOpen, reissued } from '../outbox/outbox-rows.ts';

/*
 * How an edit is merged with unsent commands. A command that was attempted is never changed, because the
 * server may have it; a refused one may be, because it is sent under a new id.
 */

export type UpdateBody = Extract<CommandBody, { kind: `${PartKind}.update` | 'lesson.setVideo' }>;
export type DeleteBody = Extract<CommandBody, { kind: `${Exclude<PartKind, 'course'>}.delete` }>;

export const isDelete = (body: UpdateBody | DeleteBody): body is DeleteBody => isDeletion(body);

/** The changes to the outbox. */
export interface Coalesced {
  /** Updated rows; each replaces the row of the same `order`. */
  readonly put: readonly OutboxRow[];
  readonly remove: readonly OutboxRow[];
  /** The removed rows that are restored if the new command is undone. */
  readonly cancelled?: readonly OutboxRow[];
  /** The command to append; null if there is none. */
  readonly append: CommandBody | null;
  /** The row that the edit joined; null if it joined none. */
  readonly joined: OutboxRow | null;
}

/**
 * Merges an edit into the last unsent command of its record where possible: the create of the row, or an
 * earlier edit. A field that is back to its old value is dropped, and so is a command without fields. An edit
 * that was not made in view of those that wait follows them on the version that it saw, so that the server
 * refuses it and both are compared.
 *
 * @param unsent in the order of entry
 * @param groupId of the Save Course that the edit belongs to; edits that it joins move into that group
 * @param apart the records with an edit of this save that joins nothing: it cannot be in one group with the others
 */
export function coalesceUpdate(
  unsent: readonly OutboxRow[],
  edit: UpdateBody,
  groupId: string | null,
  apart: ReadonlySet<string> = new Set(),
): Coalesced {
  const own = listOfRecord(unsent, edit);
  const isSeen = isOnTop(own, edit);
  const body = isSeen ? withCreatedVersion(own, edit) : edit;
  const last = own.at(-1);
  const members = last === undefined ? [] : groupOf(unsent, last);
  const canJoin =
    isSeen &&
    members.every((row) => isOpen(row) || isFixable(row)) &&
    !(apart.size > 0 && members.some(({ command }) => apart.has(recordOf(command)))) &&
    !isTargetCreatedAfter(unsent, last, edit) &&
    (groupId === null || isUnbroken(unsent, members, groupId));
  const joining = last !== undefined && canJoin ? joinUpdate(last.command, body) : null;
  if (last === undefined || joining === null) return { put: [], remove: [], append: body, joined: null };
  const freed = members.map((row) => regroup(isFixable(row) ? reissued(row) : row, groupId));
  const others = freed.filter(({ order }) => order !== last.order);
  const { command, rest } = joining;
  if (command === null) return { put: others, remove: [last], append: rest, joined: null };
  const row = freed.find(({ order }) => order === last.order) ?? last;
  const joined = { ...row, command: { ...command, id: row.id } };
  return { put: [...others, joined], remove: [], append: rest, joined };
}

/** Returns the records whose edit was not made in view of the unsent edits there. */
export function listApart(unsent: readonly OutboxRow[], bodies: readonly CommandBody[]): string[] {
  const byRecord = new Map<string, OutboxRow[]>();
  for (const row of unsent) {
    const record = recordOf(row.command);
    const known = byRecord.get(record);
    if (known === undefined) byRecord.set(record, [row]);
    else known.push(row);
  }
  return bodies.flatMap((body) => {
    const record = ownRow(body) ?? '';
    return isOnTop(byRecord.get(record) ?? [], body) ? [] : [record];
  });
}

/** The unsent commands of the record of an edit. */
export function listOfRecord(unsent: readonly OutboxRow[], body: CommandBody): OutboxRow[] {
  const record = ownRow(body);
  return unsent.filter(({ command }) => recordOf(command) === record);
}

/** The unsent commands that the editor shows: not the refused ones. */
export function listShown(own: readonly OutboxRow[]): Command[] {
  const shown = own.filter(({ state, command }) => state !== 'refused' || isCreate(command));
  return shown.map(({ command }) => command);
}

const isOnTop = (own: readonly OutboxRow[], body: CommandBody): boolean => isMadeOnTop(body, listShown(own));

/** An edit that joins a command leaves with it: before the create of the module that it moves its lesson into. */
function isTargetCreatedAfter(
  unsent: readonly OutboxRow[],
  last: OutboxRow | undefined,
  edit: UpdateBody,
): boolean {
  const moduleId = changesOf(edit)?.moduleId;
  if (last === undefined || typeof moduleId !== 'string') return false;
  return unsent.some(
    ({ order, command }) =>
      order > last.order && isCreate(command) && ownRow(command) === `module/${moduleId}`,
  );
}

/**
 * A delete cancels the unsent commands on its row and inside it. If the row was never created, nothing is
 * sent; if its create is under way, the delete is queued after it.
 *
 * @param placeOf the module in which a lesson is shown: one that was moved out of a deleted module stays
 */
export function coalesceDelete(
  unsent: readonly OutboxRow[],
  body: DeleteBody,
  placeOf: (lessonId: string) => string | undefined = () => undefined,
): Coalesced {
  const target = ownRow(body);
  const isInside = ({ command }: OutboxRow) => {
    const moduleId = 'lessonId' in command.args ? placeOf(command.args.lessonId) : undefined;
    return body.kind === 'module.delete' && moduleId !== undefined
      ? moduleId === body.args.moduleId
      : rowsAround(command).some((row) => row === target);
  };
  const inside = unsent.filter(isInside);
  const remove = inside.filter((row) => isOpen(row) || row.state === 'refused');
  const isNeverCreated = remove.some(({ command }) => isCreate(command) && ownRow(command) === target);
  if (isNeverCreated) return { put: [], remove, append: null, joined: null };
  return { put: [], remove, cancelled: remove, append: withFirstVersion(body), joined: null };
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

/**
 * Version 0 marks a row that the server did not have when it was seen. If an unsent command creates it, it will have
 * version 1. With version 0 the server refuses every edit, so that it is compared with the row.
 */
function withCreatedVersion(own: readonly OutboxRow[], body: UpdateBody): UpdateBody {
  return own.some(({ command }) => isCreate(command)) ? withFirstVersion(body) : body;
}

function withFirstVersion<Body extends UpdateBody | DeleteBody>(body: Body): Body {
  return body.args.version > 0 ? body : madeOn(body, 1);
}

/** The same edit, based on another version of its row. */
export function madeOn<Body extends UpdateBody | DeleteBody>(body: Body, version: number): Body {
  return { ...body, args: { ...body.args, version } };
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
  // On the older version, because the row's other fields may have been changed by another user since.
  const version = Math.min(seenVersionOf(command) ?? 0, body.args.version);
  return { command: rewriteEdit(command, { version, base: edit.base, fields: edit.changes }), rest: null };
}
