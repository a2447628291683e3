import { FORMAT_VERSION } from '#schema/protocol.ts';
import type { PullReply } from '#schema/sync/pull.ts';
import { studyKinds } from '#schema/sync/row-kinds.ts';
import {
  isWithoutCourses,
  noteSeen,
  type PullState,
  readPullState,
  restartPullIn,
  stateAfter,
  takeSeen,
  writePullState,
} from './account/pull-state.ts';
import {
  emptyPage,
  namesOf,
  type PulledPage,
  rowName,
  type SweptKind,
  sortChanges,
  sweptStudyKinds,
} from './account/pulled-page.ts';
import { write } from './database/access.ts';
import type { PrivateStore, Tx } from './database/private-store.ts';
import { removeUnlockProofs } from './offline/unlock-proofs.ts';
import { type AdminPull, applyPage, type PulledEffect, pageTables } from './server-rows/apply-page.ts';
import { listUnseen } from './server-rows/part-rows.ts';

interface PageRequest {
  /** Whether the page continues what the device has by now. */
  continues(state: PullState): boolean;
  /** It is a page of a pull from the start, which also notes which rows it contained. */
  readonly isFromStart: boolean;
  /** Null for learners. */
  readonly admin: AdminPull | null;
}

/**
 * Writes one page of the pull: its rows and its cursor, in one transaction, so the cursor is never ahead of
 * the rows, whenever the page dies. Returns null, and writes nothing, if it does not continue what the device has:
 * another tab has moved the cursor since it was requested.
 *
 * Tombstones remove only course rows: never a command, a draft or a pending upload.
 *
 * @throws {StoreGoneError} if the owner signed out meanwhile
 */
export function putPulledPage(
  store: PrivateStore,
  reply: PullReply,
  request: PageRequest,
): Promise<PulledEffect | null> {
  const isProgress = reply.changes.every(({ kind }) => kind === 'progress');
  if (isProgress && !request.isFromStart) return putProgressPage(store, reply, request);
  const { admin } = request;
  const tables = [...pageTables(store), store.adminCourses, ...(admin?.adminPullTables(store) ?? [])];
  return write(store, tables, async (tx) => {
    const state = await readPullState(tx);
    if (!request.continues(state)) return null;
    const isFirst = state.cursor === null;
    if (isFirst && isWithoutCourses(state) && (await tx.courses.count()) > 0) {
      // A course that was stored meanwhile may be older than this page, which omits its rows.
      await restartPullIn(tx, state.role);
      return null;
    }
    const page = sortChanges(reply.changes);
    const isSweep = state.sweep !== null;
    const effect = await applyPage(tx, page, { admin, isSweep });
    await putProgress(tx, page);
    await removeUnlockProofs(tx, [...page.gone.course, ...page.gone.activation]);
    // A course that was requested before the first page may be older than it.
    const count = state.count + (reply.changes.length > 0 || isFirst ? 1 : 0);
    const next = { ...stateAfter(state, reply), count };
    if (admin !== null && !reply.more) await admin.noteAdminPulled(tx);
    if (state.sweep !== null) await noteSeen(tx, reply.cursor, namesOf(page));
    const { sweep } = state;
    if (sweep === null || reply.more) {
      await writePullState(tx, next);
      return effect;
    }
    const unseen = await readUnseen(tx, admin === null ? sweep.kept : [...sweep.kept, ...sweep.admin]);
    const swept = await applyPage(tx, { ...emptyPage, gone: unseen }, { admin, isSweep });
    await writePullState(tx, { ...next, sweep: null });
    return { changed: [...effect.changed, ...swept.changed], removed: [...effect.removed, ...swept.removed] };
  });
}

/** At the end of a full pull from the start: what these courses had at its beginning, and was not pulled, is deleted. */
async function readUnseen(tx: Tx, courseIds: readonly string[]): Promise<PulledPage['gone']> {
  const seen = await takeSeen(tx);
  const isUnseen = (kind: SweptKind) => (id: string) => !seen.has(rowName(kind, id));
  const study: Partial<Record<SweptKind, string[]>> = {};
  for (const kind of sweptStudyKinds) {
    const ids = await tx[studyKinds[kind].table].toCollection().primaryKeys();
    study[kind] = ids.filter(isUnseen(kind));
  }
  return {
    ...emptyPage.gone,
    course: courseIds.filter(isUnseen('course')),
    ...(await listUnseen(tx, courseIds, seen)),
    ...study,
  };
}

/**
 * Writes a page without courses: the result of most pulls, which have no news, and of most events. It uses no table
 * of courses, because a learner's other device waits for it.
 */
function putProgressPage(
  store: PrivateStore,
  reply: PullReply,
  { continues, admin }: PageRequest,
): Promise<PulledEffect | null> {
  const { changes, more } = reply;
  const hasNews = changes.length > 0;
  return write(store, hasNews ? [store.progress, store.state] : [store.state], async (tx) => {
    const page = sortChanges(changes);
    const state = await readPullState(tx);
    if (!continues(state)) return null;
    const next = { ...stateAfter(state, reply), count: state.count + (hasNews ? 1 : 0) };
    await Promise.all([
      hasNews && putProgress(tx, page),
      admin !== null && !more && admin.noteAdminPulled(tx),
      writePullState(tx, next),
    ]);
    return { changed: [], removed: [] };
  });
}

/** What is unsent is laid over the rows when they are read. */
async function putProgress(tx: Tx, { rows }: PulledPage): Promise<void> {
  await tx.progress.bulkPut(rows.progress.map((row) => ({ ...row, v: FORMAT_VERSION })));
}
