import { holdsWhenRefused } from '#schema/commands/all-commands.ts';
import { BATCH_MAX_BYTES } from '#schema/limits.ts';
import type { OutboxRow } from '../store/outbox.ts';
import { type Ahead, addAhead, nothingAhead, waitsFor, waitsForAnswers } from './ahead.ts';
import { LONGEST_WAIT_MS } from './backoff.ts';
import { measureRequest } from './batch-request.ts';
import { BATCH_ROWS } from './batch-size.ts';

export interface Moment {
  readonly now: number;
  /** The line seems to be back: commands that nobody (or a captive portal) answered need not wait any longer. */
  readonly isEager: boolean;
  /** The server takes no batches (or not this one): commands go one by one. */
  readonly isOneByOne?: boolean;
  /** Ids of commands whose file is still on its way, or that are being sent. */
  readonly held?: ReadonlySet<string>;
}

/** What to send next, in one round trip. */
export interface Dispatch {
  /** In their order; none when none is due. */
  readonly rows: readonly OutboxRow[];
  /** They belong to one Save Course: all succeed or none does. */
  readonly isAtomic: boolean;
  /** Time in ms at which the next one becomes due; null when nothing waits for its time. */
  readonly wakeAt: number | null;
}

const FORBIDDEN = 403;

/** Room that the braces around the calls of a batch take. */
const ENVELOPE_BYTES = 1_024;

/**
 * Which unsent commands go next, as many as fit one round trip. What has to wait for what is said in
 * ahead.ts; all others go on. One that was set aside, or that waits for its time, holds up only what
 * depends on it. A Save Course travels by itself; where it is too large, in several parts.
 *
 * @param unsent in the order of entry
 */
export function pickDue(unsent: readonly OutboxRow[], moment: Moment): Dispatch {
  const ahead = nothingAhead();
  const load = startLoad();
  const groups = moment.isOneByOne ? new Map<string, OutboxRow[]>() : listGroups(unsent);
  let wakeAt = Number.POSITIVE_INFINITY;
  for (const row of unsent) {
    const unit = unitAt(row, groups);
    const isAble = unit.length > 0 && !isBlocked(unit, unsent, ahead);
    const dueAt = isAble ? dueAtOf(unit, moment) : Number.POSITIVE_INFINITY;
    if (dueAt > moment.now) wakeAt = Math.min(wakeAt, dueAt);
    else if (unit.length > 1 && load.rows.length === 0) return dispatchGroup(unit);
    else if (unit.length === 1 && takeSingle(load, row)) {
      if (moment.isOneByOne || isFull(load)) break;
      continue;
    }
    leaveAhead(ahead, row);
  }
  const nextAt = Number.isFinite(wakeAt) ? wakeAt : null;
  return { rows: load.rows, isAtomic: false, wakeAt: load.rows.length > 0 ? moment.now : nextAt };
}

/** A row that does not go now stands in front of those behind it. */
function leaveAhead(ahead: Ahead, { state, command }: OutboxRow): void {
  const isRefused = state === 'refused';
  if (!isRefused || holdsWhenRefused(command.kind)) addAhead(ahead, command, isRefused);
}

/** The commands of each Save Course that can go, in their order. */
function listGroups(unsent: readonly OutboxRow[]): Map<string, OutboxRow[]> {
  const groups = new Map<string, OutboxRow[]>();
  for (const row of unsent) {
    if (row.groupId === undefined || row.state === 'refused') continue;
    const group = groups.get(row.groupId);
    if (group === undefined) groups.set(row.groupId, [row]);
    else group.push(row);
  }
  return groups;
}

/** What goes together with a row: itself, or its group at the first of it; nothing for what does not go from here. */
function unitAt(row: OutboxRow, groups: ReadonlyMap<string, OutboxRow[]>): readonly OutboxRow[] {
  if (row.state === 'refused') return [];
  const group = row.groupId === undefined ? undefined : groups.get(row.groupId);
  if (group === undefined) return [row];
  return group[0]?.order === row.order ? group : [];
}

/** What stands between the members of a group may hold up those behind it. */
function isBlocked(unit: readonly OutboxRow[], unsent: readonly OutboxRow[], ahead: Ahead): boolean {
  if (unit.some(({ command }) => waitsFor(command, ahead))) return true;
  if (unit.length === 1) return false;
  const members = new Set(unit);
  const between = nothingAhead();
  for (const row of unsent.slice(unsent.findIndex((one) => members.has(one)))) {
    if (members.has(row)) {
      if (waitsFor(row.command, between)) return true;
    } else leaveAhead(between, row);
  }
  return false;
}

/** What is taken along so far, and the room that is left. */
interface Load {
  readonly rows: OutboxRow[];
  readonly taken: Ahead;
  roomBytes: number;
}

function startLoad(): Load {
  return { rows: [], taken: nothingAhead(), roomBytes: BATCH_MAX_BYTES - ENVELOPE_BYTES };
}

/** Half as much after each time that no answer came: on a slow line the whole would never get through in time. */
function roomFor({ attempts, lastStatus }: OutboxRow): number {
  return (lastStatus === 0 ? BATCH_MAX_BYTES / 2 ** attempts : BATCH_MAX_BYTES) - ENVELOPE_BYTES;
}

function takeSingle(load: Load, row: OutboxRow): boolean {
  if (load.rows.length === 0) load.roomBytes = roomFor(row);
  return take(load, row);
}

/** The first always fits: what is larger than a batch goes as a request of its own. */
function take(load: Load, row: OutboxRow): boolean {
  const bytes = measureRequest(row.command);
  const canJoin = bytes <= load.roomBytes && !goesAlone(row) && !waitsForAnswers(row.command, load.taken);
  if (load.rows.length > 0 && !canJoin) return false;
  load.rows.push(row);
  load.roomBytes -= bytes;
  addAhead(load.taken, row.command);
  return true;
}

function isFull({ rows, roomBytes }: Load): boolean {
  return rows.length >= BATCH_ROWS || roomBytes <= 0 || rows.some(goesAlone);
}

/** A list of codes keeps the server busy for longer than the other edits of a batch should wait. */
function goesAlone({ command }: OutboxRow): boolean {
  return command.kind === 'codes.upload';
}

/** As much of a Save Course as fits, from its beginning; no row twice, for the second needs the version of the first. */
function dispatchGroup(group: readonly OutboxRow[]): Dispatch {
  // A save that had to be halved would be no whole any more.
  const load = startLoad();
  for (const row of group) if (isFull(load) || !take(load, row)) break;
  return { rows: load.rows, isAtomic: load.rows.length > 1, wakeAt: null };
}

function dueAtOf(unit: readonly OutboxRow[], moment: Moment): number {
  return moment.now + Math.max(...unit.map((row) => waitOf(row, moment)));
}

function waitOf(row: OutboxRow, moment: Moment): number {
  if (moment.held?.has(row.id)) return Number.POSITIVE_INFINITY;
  return Math.max(holdOf(row, moment.now), pauseOf(row, moment));
}

/** What may still be taken back waits, whoever is eager; a hold longer than any is of a clock that was set back. */
function holdOf({ heldUntil }: OutboxRow, now: number): number {
  if (heldUntil === undefined) return 0;
  const waitMs = Date.parse(heldUntil) - now;
  return waitMs > LONGEST_WAIT_MS ? 0 : Math.max(0, waitMs);
}

function pauseOf(row: OutboxRow, { now, isEager }: Moment): number {
  const lastStatus = row.lastStatus ?? 0;
  // A 403 that is tried again is no answer to the command (replay.ts): what makes the replay eager may end its cause.
  const isUnanswered = lastStatus < 400 || lastStatus === FORBIDDEN;
  if (row.nextAttemptAt === null || (isEager && isUnanswered)) return 0;
  const waitMs = Date.parse(row.nextAttemptAt) - now;
  return waitMs > LONGEST_WAIT_MS ? 0 : Math.max(0, waitMs);
}
