import * as v from 'valibot';
import { Role } from '#schema/account/user.ts';
import { PULL_LEVEL } from '#schema/sync/pull.ts';
import { read, write } from '../database/access.ts';
import type { PrivateStore, Reader, Tx } from '../database/private-store.ts';

/*
 * How far this device has pulled. Written in the transaction that writes the rows, so it is never ahead of
 * them.
 */

const PullState = v.object({
  /** Opaque; null: from the start. */
  cursor: v.nullable(v.string()),
  /** The server's epoch at the last pull. */
  epoch: v.nullable(v.string()),
  /**
   * The owner's role at the start of the full pull: a user who becomes an admin, or stops being one, pulls
   * from the start.
   */
  role: Role,
  /** Increases with every page that changed something. */
  count: v.number(),
  /** During a full pull: the courses that were here when it started, learner's and admin's. */
  sweep: v.nullable(v.object({ kept: v.array(v.string()), admin: v.array(v.string()) })),
  /** The number of the last change that the cursor is behind; missing if the server did not say. */
  sequence: v.optional(v.number()),
  /**
   * The highest `sequence` in this epoch: the rows are at least as new as this change. A pull from the start does not
   * lower it.
   */
  reached: v.optional(v.number()),
  /** Which kinds of rows the app knew when the pull from the start began ({@link PULL_LEVEL}). */
  level: v.optional(v.number(), 1),
});
export type PullState = v.InferOutput<typeof PullState>;

/** Whether a learner's device pulls from the start and had no course when it began. */
export function isWithoutCourses({ role, sweep }: PullState): boolean {
  return role === 'user' && sweep?.kept.length === 0;
}

const KEY = 'pull';
const START: PullState = {
  ...{ cursor: null, epoch: null, role: 'user', count: 0, sweep: null },
  level: PULL_LEVEL,
};

export function findPullState(store: PrivateStore): Promise<PullState> {
  return read(store, () => readPullState(store));
}

/** As {@link findPullState}, for use inside a transaction over the state. */
export async function readPullState(store: Reader): Promise<PullState> {
  const parsed = v.safeParse(PullState, (await store.state.get(KEY))?.value);
  return parsed.success ? parsed.output : START;
}

/** The state after a page that reaches this number. */
export function stateAfter(
  state: PullState,
  { cursor, epoch, sequence }: Pick<PullState, 'epoch' | 'sequence'> & { readonly cursor: string },
): PullState {
  const { reached = sequence } = state.epoch === epoch ? state : {};
  const isFurther = sequence !== undefined && reached !== undefined && sequence > reached;
  return { ...state, cursor, epoch, sequence, reached: isFurther ? sequence : reached };
}

/** For use inside a transaction over the state. */
export async function writePullState(tx: Tx, state: PullState): Promise<void> {
  await tx.state.put({ key: KEY, value: state });
}

/**
 * Starts a full pull for a user of this role; stores which courses are here, so those not pulled can be
 * removed.
 */
export function restartPull(store: PrivateStore, role: Role): Promise<void> {
  return write(store, [store.courses, store.adminCourses, store.state], (tx) => restartPullIn(tx, role));
}

/** As {@link restartPull}, for use inside a transaction over the courses and the state. */
export async function restartPullIn(tx: Tx, role: Role): Promise<void> {
  const { courses, adminCourses, state } = tx;
  const offlineIds = await courses.toCollection().primaryKeys();
  const admin = await adminCourses.toCollection().primaryKeys();
  const { epoch, count, reached } = await readPullState(tx);
  await state.where('key').startsWith(SEEN).delete();
  const sweep = { kept: offlineIds, admin };
  await writePullState(tx, { cursor: null, epoch, count, role, sweep, reached, level: PULL_LEVEL });
}

/**
 * Lets the next pull repeat the pages since `from`: rows that were requested then, and are written now, may be older than
 * those pages. Returns whether there are any. For use inside a transaction over the courses and the state.
 */
export async function repeatPullSince(tx: Tx, from: PullState): Promise<boolean> {
  const state = await readPullState(tx);
  if (state.count === from.count) return false;
  // There is no page to go back to, or the end of the pull from the start would be missed.
  if (from.cursor === null || state.sweep !== null) await restartPullIn(tx, state.role);
  else {
    const { cursor, sequence } = from;
    await writePullState(tx, { ...state, cursor, sequence, count: state.count + 1 });
  }
  return true;
}

const SEEN = 'pullSeen/';
const SeenNames = v.array(v.string());

/** Stores which rows a page of the full pull contained; for use inside a transaction over the state. */
export async function noteSeen(tx: Tx, page: string, names: readonly string[]): Promise<void> {
  await tx.state.put({ key: `${SEEN}${page}`, value: names });
}

/**
 * Returns every row pulled since the start, and clears the list; for use inside a transaction over the state.
 */
export async function takeSeen(tx: Tx): Promise<Set<string>> {
  const rows = await tx.state.where('key').startsWith(SEEN).toArray();
  await tx.state.where('key').startsWith(SEEN).delete();
  return new Set(rows.flatMap(({ value }) => v.parse(SeenNames, value)));
}
