import type { OutboxRow } from '#pwa/store/account/outbox.ts';
import { holdsWhenRefused } from '#schema/commands/all-commands.ts';
import { BATCH_MAX_BYTES } from '#schema/limits.ts';
import { LONGEST_WAIT_MS } from './backoff.ts';
import { measureRequest } from './batch-request.ts';
import { BATCH_ROWS } from './batch-size.ts';
import {
  addDependency,
  type Dependencies,
  noDependencies,
  waitsFor,
  waitsForResponses,
} from './dependencies.ts';

export interface Moment {
  readonly now: number;
  /**
   * The connection seems to be back: commands that got no response (or one of something else) need not wait any
   * longer.
   */
  readonly isEager: boolean;
  /** The server does not accept batches (or this one): commands are sent one by one. */
  readonly isOneByOne?: boolean;
  /** Ids of commands that the network has just blocked: their delays hold also in an eager replay. */
  readonly blocked?: ReadonlySet<string>;
  /** Ids of commands that wait for their file, or that their user has paused. */
  readonly held?: ReadonlySet<string>;
}

/** The commands to send next, in one request. */
export interface Dispatch {
  /** In order; empty when none is due. */
  readonly rows: readonly OutboxRow[];
  /** They belong to one Save Course: all succeed or none does. */
  readonly isAtomic: boolean;
  /** Time in ms at which the next command becomes due; null if none is scheduled. */
  readonly nextDueMs: number | null;
}

const FORBIDDEN = 403;
/** A limit holds whoever set it. */
const TOO_MANY = 429;

/** Bytes of the JSON around the calls of a batch. */
const ENVELOPE_BYTES = 1_024;

/**
 * Picks the unsent commands to send next, as many as fit one request. `waitsFor` decides which have to wait;
 * a refused one, or one that is not due, holds up only its dependents. A Save Course is sent on its own, in
 * several parts if it is too large.
 *
 * @param unsent in the order of entry
 */
export function pickDue(unsent: readonly OutboxRow[], moment: Moment): Dispatch {
  if (!unsent.some(isBlockedRow)) return pick(unsent, moment);
  // What the network blocks comes last, so that it does not hold up the others.
  const passing = pick(unsent, { ...moment, isPassing: true });
  return passing.rows.length > 0 ? passing : pick(unsent, moment);
}

const isBlockedRow = ({ isBlocked }: OutboxRow): boolean => isBlocked === true;

function pick(unsent: readonly OutboxRow[], moment: Moment & { readonly isPassing?: boolean }): Dispatch {
  const dependencies = noDependencies();
  const load = startLoad();
  const groups = moment.isOneByOne ? new Map<string, OutboxRow[]>() : listGroups(unsent);
  let nextDueMs = Number.POSITIVE_INFINITY;
  for (const row of unsent) {
    const unit = unitAt(row, groups);
    const isLeft = moment.isPassing === true && unit.some(isBlockedRow);
    const isAble = unit.length > 0 && !isLeft && !isHeldUp(unit, unsent, dependencies);
    const dueAt = isAble ? dueAtOf(unit, moment) : Number.POSITIVE_INFINITY;
    if (dueAt > moment.now) nextDueMs = Math.min(nextDueMs, dueAt);
    else if (unit.length > 1 && load.rows.length === 0) return dispatchGroup(unit);
    else if (unit.length === 1 && takeSingle(load, row)) {
      if (moment.isOneByOne || isFull(load)) break;
      continue;
    }
    addToDependencies(dependencies, row);
  }
  const nextAt = Number.isFinite(nextDueMs) ? nextDueMs : null;
  return { rows: load.rows, isAtomic: false, nextDueMs: load.rows.length > 0 ? moment.now : nextAt };
}

/**
 * A row that is not sent now may hold up later ones; not the question whether it is done again after a restore,
 * because later ones were made after it had been done.
 */
function addToDependencies(dependencies: Dependencies, { state, command, restore }: OutboxRow): void {
  if (restore === 'undecided') return;
  const isRefused = state === 'refused';
  if (!isRefused || holdsWhenRefused(command.kind)) addDependency(dependencies, command, isRefused);
}

/** The commands of each Save Course that can be sent, in order. */
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

/**
 * The rows to send together with a row: itself, or at the first row of a group the whole group; none if it is
 * not sent here.
 */
function unitAt(row: OutboxRow, groups: ReadonlyMap<string, OutboxRow[]>): readonly OutboxRow[] {
  if (row.state === 'refused') return [];
  const group = row.groupId === undefined ? undefined : groups.get(row.groupId);
  if (group === undefined) return [row];
  return group[0]?.order === row.order ? group : [];
}

/** Rows between the members of a group may hold up later members. */
function isHeldUp(
  unit: readonly OutboxRow[],
  unsent: readonly OutboxRow[],
  dependencies: Dependencies,
): boolean {
  if (unit.some(({ command }) => waitsFor(command, dependencies))) return true;
  if (unit.length === 1) return false;
  const members = new Set(unit);
  const between = noDependencies();
  for (const row of unsent.slice(unsent.findIndex((one) => members.has(one)))) {
    if (members.has(row)) {
      if (waitsFor(row.command, between)) return true;
    } else addToDependencies(between, row);
  }
  return false;
}

/** The rows picked so far, and the bytes left. */
interface Load {
  readonly rows: OutboxRow[];
  readonly taken: Dependencies;
  budgetBytes: number;
  rowsMax: number;
}

function startLoad(): Load {
  return {
    rows: [],
    taken: noDependencies(),
    budgetBytes: BATCH_MAX_BYTES - ENVELOPE_BYTES,
    rowsMax: BATCH_ROWS,
  };
}

/**
 * Halves the size after each attempt without a response: on a slow connection a full batch would never finish
 * in time.
 */
function budgetFor({ attempts, lastStatus }: OutboxRow): number {
  return (lastStatus === 0 ? BATCH_MAX_BYTES / 2 ** attempts : BATCH_MAX_BYTES) - ENVELOPE_BYTES;
}

/** A quarter of the size after each attempt that the network blocked: it may be the content of one command. */
function rowsMaxFor({ attempts, isBlocked }: OutboxRow): number {
  return isBlocked === true ? Math.max(1, Math.floor(BATCH_ROWS / 4 ** attempts)) : BATCH_ROWS;
}

function takeSingle(load: Load, row: OutboxRow): boolean {
  if (load.rows.length === 0) load.budgetBytes = budgetFor(row);
  const rowsMax = Math.min(load.rowsMax, rowsMaxFor(row));
  if (load.rows.length >= rowsMax || !take(load, row)) return false;
  load.rowsMax = rowsMax;
  return true;
}

/** The first row always fits: one larger than a batch is sent as a request of its own. */
function take(load: Load, row: OutboxRow): boolean {
  const bytes = measureRequest(row.command);
  const canJoin = bytes <= load.budgetBytes && !goesAlone(row) && !waitsForResponses(row.command, load.taken);
  if (load.rows.length > 0 && !canJoin) return false;
  load.rows.push(row);
  load.budgetBytes -= bytes;
  addDependency(load.taken, row.command);
  return true;
}

function isFull({ rows, rowsMax, budgetBytes }: Load): boolean {
  return rows.length >= rowsMax || budgetBytes <= 0 || rows.some(goesAlone);
}

/** A list of codes takes the server longer than the other edits of a batch should wait. */
function goesAlone({ command }: OutboxRow): boolean {
  return command.kind === 'codes.upload';
}

/**
 * The first rows of a Save Course that fit; no row twice, because the second edit needs the version of the
 * first.
 */
function dispatchGroup(group: readonly OutboxRow[]): Dispatch {
  // A halved Save Course would no longer be atomic.
  const load = startLoad();
  for (const row of group) if (isFull(load) || !take(load, row)) break;
  return { rows: load.rows, isAtomic: load.rows.length > 1, nextDueMs: null };
}

function dueAtOf(unit: readonly OutboxRow[], moment: Moment): number {
  return moment.now + Math.max(...unit.map((row) => waitOf(row, moment)));
}

function waitOf(row: OutboxRow, moment: Moment): number {
  if (moment.held?.has(row.id)) return Number.POSITIVE_INFINITY;
  return Math.max(holdOf(row, moment.now), pauseOf(row, moment));
}

/**
 * A command that can still be undone waits even in an eager replay; a hold longer than the maximum comes from
 * a clock that was set back.
 */
function holdOf({ heldUntil }: OutboxRow, now: number): number {
  if (heldUntil === undefined) return 0;
  const waitMs = Date.parse(heldUntil) - now;
  return waitMs > LONGEST_WAIT_MS ? 0 : Math.max(0, waitMs);
}

function pauseOf(row: OutboxRow, { now, isEager, blocked }: Moment): number {
  const lastStatus = row.lastStatus ?? 0;
  // A retried 403 does not concern the command (see `replay.ts`): the event that makes the replay eager may
  // have removed its cause.
  const isBlocked = row.isBlocked === true && lastStatus !== TOO_MANY;
  const isUnanswered = lastStatus < 400 || lastStatus === FORBIDDEN || isBlocked;
  if (row.nextAttemptAt === null || (isEager && isUnanswered && !blocked?.has(row.id))) return 0;
  const waitMs = Date.parse(row.nextAttemptAt) - now;
  return waitMs > LONGEST_WAIT_MS ? 0 : Math.max(0, waitMs);
}
