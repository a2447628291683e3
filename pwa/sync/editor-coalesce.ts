import type { Command } from '#schema/commands.ts';
import type { OutboxRow } from '../store/outbox.ts';
import { type EditorBody, isCreate, ownRow, recordOf, rowsAround } from './command-place.ts';
import { mergeEdits } from './edit-fields.ts';
import { given } from './given.ts';
import { isFixable, isOpen, renewed } from './outbox-rows.ts';

/*
 * How an edit meets what waits unsent. A command that was ever attempted is never changed, because the
 * server may have it; one that the server refused may be, because it goes out under a new id.
 */

export type UpdateBody = Extract<
  EditorBody,
  { kind: 'course.update' | 'module.update' | 'lesson.update' | 'lesson.setVideo' }
>;
export type DeleteBody = Extract<EditorBody, { kind: 'module.delete' | 'lesson.delete' | 'resource.delete' }>;

/** What becomes of the outbox. */
export interface Coalesced {
  /** Rows as they stand from now on, in the place of those of the same `order`. */
  readonly put: readonly OutboxRow[];
  readonly remove: readonly OutboxRow[];
  /** Those of the removed that come back if what is queued now is taken back. */
  readonly cancelled?: readonly OutboxRow[];
  /** What is to be queued behind all others; null when nothing is. */
  readonly append: EditorBody | null;
  /** The row that took the edit in; null when none did. */
  readonly joined: OutboxRow | null;
}

/**
 * An edit joins the last unsent command of its record where it can: the create that makes the row, or an
 * earlier edit. A field that goes back to what it was disappears, and so does a command of which nothing
 * is left.
 *
 * @param unsent in the order of entry
 * @param groupId of the Save Course that the edit belongs to; edits that it joins come along into the group
 */
export function coalesceUpdate(
  unsent: readonly OutboxRow[],
  body: UpdateBody,
  groupId: string | null,
): Coalesced {
  const last = unsent.findLast((row) => recordOf(row.command) === ownRow(body));
  const fellows = last === undefined ? [] : fellowsOf(unsent, last);
  const canJoin =
    fellows.every((row) => isOpen(row) || isFixable(row)) &&
    (groupId === null || isUnbroken(unsent, fellows, groupId));
  const joining = last !== undefined && canJoin ? joinUpdate(last.command, body) : null;
  if (last === undefined || joining === null) {
    return { put: [], remove: [], append: withSeenVersion(body), joined: null };
  }
  const freed = fellows.map((row) => regroup(isFixable(row) ? renewed(row) : row, groupId));
  const others = freed.filter(({ order }) => order !== last.order);
  const { command, rest } = joining;
  if (command === null) return { put: others, remove: [last], append: rest, joined: null };
  const own = freed.find(({ order }) => order === last.order) ?? last;
  const joined = { ...own, command: { ...command, id: own.id } };
  return { put: [...others, joined], remove: [], append: rest, joined };
}

/**
 * A delete cancels what waits unsent on its row and on everything in it. Of a row that only waits to be
 * made nothing is sent at all; where its making is under way, the delete follows it.
 */
export function coalesceDelete(unsent: readonly OutboxRow[], body: DeleteBody): Coalesced {
  const target = ownRow(body);
  const inside = unsent.filter(({ command }) => rowsAround(command).some((row) => row === target));
  const remove = inside.filter((row) => isOpen(row) || row.state === 'refused');
  const isNeverMade = remove.some(({ command }) => isCreate(command) && ownRow(command) === target);
  if (isNeverMade) return { put: [], remove, append: null, joined: null };
  return { put: [], remove, cancelled: remove, append: withSeenVersion(body), joined: null };
}

/** The row itself, and those that can only arrive together with it. */
function fellowsOf(unsent: readonly OutboxRow[], row: OutboxRow): OutboxRow[] {
  const { groupId } = row;
  return groupId === undefined ? [row] : unsent.filter((other) => other.groupId === groupId);
}

/**
 * Whether commands may become a part of a group that is queued now. What was queued between may wait for
 * them, and what is queued now for that in turn: then neither could ever go.
 */
function isUnbroken(unsent: readonly OutboxRow[], rows: readonly OutboxRow[], groupId: string): boolean {
  const grouped = rows.filter(({ command }) => !isCreate(command));
  const first = Math.min(...grouped.map(({ order }) => order));
  return unsent.every(
    (row) =>
      row.order < first || row.groupId === groupId || rows.includes(row) || waitsForNoEdit(row.command),
  );
}

/** Creates wait for creates only, which are in no group. */
function waitsForNoEdit(command: Command): boolean {
  return isCreate(command) || command.kind === 'resource.delete' || ownRow(command) !== recordOf(command);
}

/** A create stays outside of groups: other commands wait for it. */
function regroup(row: OutboxRow, groupId: string | null): OutboxRow {
  return groupId === null || isCreate(row.command) ? row : { ...row, groupId };
}

/** Version 0 is of a row that a command makes: it will have version 1. */
function withSeenVersion<Body extends UpdateBody | DeleteBody>(body: Body): Body {
  return body.args.version > 0 ? body : { ...body, args: { ...body.args, version: 1 } };
}

interface Joining {
  /** The command with the edit in it; null when nothing is left of it. */
  readonly command: Command | null;
  /** What of the edit the command cannot carry. */
  readonly rest: EditorBody | null;
}

/** Null when the edit has to stand behind the command. */
function joinUpdate(command: Command, body: UpdateBody): Joining | null {
  switch (body.kind) {
    case 'course.update':
      return joinCourse(command, body);
    case 'module.update': {
      if (command.kind === 'module.create') {
        return whole({ ...command, args: { ...command.args, ...given(body.args.changes) } });
      }
      if (command.kind !== 'module.update') return null;
      const edit = mergeEdits(command.args, body.args);
      return whole(edit && { ...command, args: { ...command.args, ...edit } });
    }
    case 'lesson.update': {
      if (command.kind === 'lesson.create') {
        return whole({ ...command, args: { ...command.args, ...given(body.args.changes) } });
      }
      if (command.kind !== 'lesson.update') return null;
      const edit = mergeEdits(command.args, body.args);
      return whole(edit && { ...command, args: { ...command.args, ...edit } });
    }
    case 'lesson.setVideo': {
      if (command.kind !== 'lesson.create' && command.kind !== 'lesson.setVideo') return null;
      return joinVideo(command, body.args.videoUrl);
    }
  }
}

/** A new course is always unpublished: its status is a word of its own, behind the create. */
function joinCourse(command: Command, body: Extract<UpdateBody, { kind: 'course.update' }>): Joining | null {
  if (command.kind === 'course.update') {
    const edit = mergeEdits(command.args, body.args);
    return whole(edit && { ...command, args: { ...command.args, ...edit } });
  }
  if (command.kind !== 'course.create') return null;
  const { status, ...fields } = given(body.args.changes);
  const made: Command = { ...command, args: { ...command.args, ...fields } };
  if (status === undefined || status === 'unpublished') return whole(made);
  const args = { ...body.args, version: 1, base: { status: 'unpublished' as const }, changes: { status } };
  return { command: made, rest: { ...body, args } };
}

function joinVideo(
  command: Extract<Command, { kind: 'lesson.create' | 'lesson.setVideo' }>,
  videoUrl: string,
): Joining {
  if (command.kind === 'lesson.create') return whole({ ...command, args: { ...command.args, videoUrl } });
  const isBack = command.args.base.videoUrl === videoUrl;
  return whole(isBack ? null : { ...command, args: { ...command.args, videoUrl } });
}

function whole(command: Command | null): Joining {
  return { command, rest: null };
}
