import * as v from 'valibot';
import { Role } from '#schema/user.ts';
import { read, write } from './access.ts';
import { inside } from './inside.ts';
import type { PrivateStore } from './private-store.ts';

/*
 * How far this device has heard of what others changed. It is written in the transaction that writes the
 * rows, so that it never runs ahead of them.
 */

const PullState = v.object({
  /** Opaque; null: from the start. */
  cursor: v.nullable(v.string()),
  /** The life of the server's database that was last heard of. */
  epoch: v.nullable(v.string()),
  /** What its owner was when it began from the start: who becomes an admin, or is none any more, begins anew. */
  role: Role,
  /** Grows with every page that brought something. */
  count: v.number(),
  /** While everything is told from the start: the courses that were here when it began, learner's and admin's. */
  sweep: v.nullable(v.object({ kept: v.array(v.string()), admin: v.array(v.string()) })),
});
export type PullState = v.InferOutput<typeof PullState>;

const KEY = 'pull';
const START: PullState = { cursor: null, epoch: null, role: 'user', count: 0, sweep: null };

export function findPullState(store: PrivateStore): Promise<PullState> {
  return read(store, () => readPullState(store));
}

/** As {@link findPullState}, for use inside a transaction over the state. */
export async function readPullState(store: PrivateStore): Promise<PullState> {
  const parsed = v.safeParse(PullState, (await store.state.get(KEY))?.value);
  return parsed.success ? parsed.output : START;
}

/** How many pages of the pull have changed anything, for use inside a transaction over the state. */
export async function readPullCount(store: PrivateStore): Promise<number> {
  return (await readPullState(store)).count;
}

/** As {@link readPullCount}, by itself. */
export async function findPullCount(store: PrivateStore): Promise<number> {
  return (await findPullState(store)).count;
}

/** For use inside a transaction over the state. */
export async function writePullState(store: PrivateStore, state: PullState): Promise<void> {
  await store.state.put({ key: KEY, value: state });
}

/** Begins from the start, for somebody of this role; notes what is here, so that what does not come any more can leave. */
export function restartPull(store: PrivateStore, role: Role): Promise<void> {
  const { courses, adminCourses, state } = store;
  return write(store, [courses, adminCourses, state], async () => {
    const kept = await courses.toCollection().primaryKeys();
    const admin = await adminCourses.toCollection().primaryKeys();
    const { epoch, count } = await inside(() => readPullState(store));
    await state.where('key').startsWith(SEEN).delete();
    await inside(() => writePullState(store, { cursor: null, epoch, count, role, sweep: { kept, admin } }));
  });
}

const SEEN = 'pullSeen/';
const SeenNames = v.array(v.string());

/** Notes which rows a page from the start has brought; for use inside a transaction over the state. */
export async function noteSeen(store: PrivateStore, page: string, names: readonly string[]): Promise<void> {
  await store.state.put({ key: `${SEEN}${page}`, value: names });
}

/** Every row that came since the start, and forgets them; for use inside a transaction over the state. */
export async function takeSeen(store: PrivateStore): Promise<Set<string>> {
  const rows = await store.state.where('key').startsWith(SEEN).toArray();
  await store.state.where('key').startsWith(SEEN).delete();
  return new Set(rows.flatMap(({ value }) => v.parse(SeenNames, value)));
}
