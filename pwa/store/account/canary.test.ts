import { beforeEach, describe, expect, it } from 'vitest';
import { enqueueSave } from '#pwa/sync/enqueue/editor-commands.ts';
import { recordProgress } from '#pwa/sync/enqueue/record-progress.ts';
import type { SavePlan } from '#pwa/sync/enqueue/save-plan.ts';
import { discardCommand, enqueueActivation } from '#pwa/sync/outbox/outbox.ts';
import { drain, realPorts } from '#pwa/sync/replay/replay.ts';
import { deleteDatabase, knownUserId, resetDevice, signInAs } from '#pwa/testing/device.ts';
import { editorRow, makeModule } from '#pwa/testing/editor-rows.ts';
import { alice } from '#pwa/testing/people.ts';
import { leavePrivateStore, openPrivateStore } from '../database/private-store.ts';
import { COUNTED_MAX, findLostCommands, updateCanary } from './canary.ts';
import { dismissLostCommands, recallUnsent } from './canary-note.ts';
import { listUnsent } from './outbox.ts';

let titles: string[] = [];
const activation = { courseId: 'c1', courseTitle: 'One', code: 'A' };

beforeEach(async () => {
  titles = [];
  await resetDevice();
  signInAs(alice);
});

/** A save of a new title, made in view of the save before it. */
function saveOf(lessonId: string): SavePlan {
  const title = titles.findLast((one) => one.startsWith(lessonId)) ?? 'Old';
  const next = `${lessonId}, title ${titles.length}`;
  titles.push(next);
  const edit = { base: { title }, changes: { title: next }, title, version: 1 };
  const none = { course: null, modules: [], deletedModules: [], deletedLessons: [], draftIds: [] };
  return { ...none, courseId: 'c1', lessons: [{ ...edit, lessonId, moduleId: 'm1' }] };
}

async function loseDatabase() {
  leavePrivateStore(alice.id);
  await deleteDatabase(`carrel-user-${alice.id}`);
}

describe('the count of a long queue', () => {
  it('follows each edit, whether it was appended or joined another', async () => {
    const store = openPrivateStore(alice.id);
    const rows = Array.from({ length: COUNTED_MAX }, (_, at) => editorRow(at + 1, makeModule()));
    await store.database.outbox.bulkPut(rows);
    await enqueueActivation(knownUserId(), activation);
    expect(recallUnsent(alice.id)).toBe(COUNTED_MAX + 1);
    await recordProgress(knownUserId(), 'l1', { isCompleted: true });
    await recordProgress(knownUserId(), 'l2', { isCompleted: true });
    expect(recallUnsent(alice.id)).toBe(COUNTED_MAX + 2);
    expect(await listUnsent(store)).toHaveLength(COUNTED_MAX + 2);
    const groups = ['l3', 'l3', 'l4'].map((lessonId) => saveOf(lessonId));
    for (const plan of groups) await enqueueSave(knownUserId(), plan);
    expect(recallUnsent(alice.id)).toBe(COUNTED_MAX + 4);
    expect(await listUnsent(store)).toHaveLength(COUNTED_MAX + 4);
  });
});

describe('the number of unsent edits', () => {
  it('is not overwritten by the check of a new page', async () => {
    const store = openPrivateStore(alice.id);
    await enqueueActivation(knownUserId(), activation);
    const lessons = ['l1', 'l2', 'l3', 'l4'];
    await Promise.all(
      lessons.map((lessonId) => recordProgress(knownUserId(), lessonId, { isCompleted: true })),
    );
    expect(recallUnsent(alice.id)).toBe(2);
    const checks: Promise<number>[] = [];
    const saves = lessons.map((lessonId) => enqueueSave(knownUserId(), saveOf(lessonId)));
    while (recallUnsent(alice.id) !== 2 + lessons.length) {
      checks.push(findLostCommands(store));
      await Promise.race([checks.at(-1), ...saves]);
    }
    expect(await Promise.all(checks)).not.toContain(1);
    await Promise.all(saves);
    expect(recallUnsent(alice.id)).toBe(2 + lessons.length);
  });

  it('follows a decision of the user', async () => {
    const id = await enqueueActivation(knownUserId(), activation);
    expect(recallUnsent(alice.id)).toBe(1);
    await discardCommand(id);
    expect(recallUnsent(alice.id)).toBe(0);
  });
});

describe('a database that the browser lost', () => {
  it('is detected even if the empty one was drained before the check', async () => {
    await enqueueActivation(knownUserId(), activation);
    await loseDatabase();
    const store = openPrivateStore(alice.id);
    expect(await drain(store, realPorts)).toMatchObject({ end: 'drained' });
    expect(await findLostCommands(store)).toBe(1);
  });

  it('is detected: N unsent changes were lost, until the user dismisses the notice', async () => {
    await enqueueActivation(knownUserId(), activation);
    await recordProgress(knownUserId(), 'l1', { isCompleted: true });
    await loseDatabase();
    expect(await findLostCommands(openPrivateStore(alice.id))).toBe(2);
    expect(await findLostCommands(openPrivateStore(alice.id))).toBe(2);
    dismissLostCommands(alice.id);
    expect(await findLostCommands(openPrivateStore(alice.id))).toBe(0);
  });

  it('is detected even if the user works in the empty one before the check', async () => {
    await enqueueActivation(knownUserId(), activation);
    await recordProgress(knownUserId(), 'l1', { isCompleted: true });
    await loseDatabase();
    await recordProgress(knownUserId(), 'l2', { isCompleted: true });
    expect(recallUnsent(alice.id)).toBe(1);
    expect(await findLostCommands(openPrivateStore(alice.id))).toBe(2);
    expect(await findLostCommands(openPrivateStore(alice.id))).toBe(2);
  });

  it('is detected even if the user works in the empty one during the check', async () => {
    await enqueueActivation(knownUserId(), activation);
    await loseDatabase();
    const store = openPrivateStore(alice.id);
    await Promise.all([
      recordProgress(knownUserId(), 'l1', { isCompleted: true }),
      findLostCommands(store),
      recordProgress(knownUserId(), 'l2', { isCompleted: true }),
    ]);
    expect(await findLostCommands(store)).toBe(1);
    expect(recallUnsent(alice.id)).toBe(1);
  });

  it('is detected by a page that stays open, with a long queue too', async () => {
    const store = openPrivateStore(alice.id);
    const rows = Array.from({ length: COUNTED_MAX }, (_, at) => editorRow(at + 1, makeModule()));
    await store.database.outbox.bulkPut(rows);
    await enqueueActivation(knownUserId(), activation);
    store.database.close({ disableAutoOpen: false });
    await deleteDatabase(`carrel-user-${alice.id}`);
    await recordProgress(knownUserId(), 'l1', { isCompleted: true });
    expect(recallUnsent(alice.id)).toBe(1);
    expect(await findLostCommands(store)).toBe(COUNTED_MAX + 1);
  });

  it('adds up over several accidents', async () => {
    await enqueueActivation(knownUserId(), activation);
    await loseDatabase();
    expect(await findLostCommands(openPrivateStore(alice.id))).toBe(1);
    await enqueueActivation(knownUserId(), activation);
    await loseDatabase();
    expect(await findLostCommands(openPrivateStore(alice.id))).toBe(2);
  });

  it('is no loss if nothing was unsent', async () => {
    await updateCanary(openPrivateStore(alice.id));
    await loseDatabase();
    expect(await findLostCommands(openPrivateStore(alice.id))).toBe(0);
  });

  it('is not reported when nothing was lost', async () => {
    await enqueueActivation(knownUserId(), activation);
    expect(await findLostCommands(openPrivateStore(alice.id))).toBe(0);
    expect(recallUnsent(alice.id)).toBe(1);
    expect(await listUnsent(openPrivateStore(alice.id))).toHaveLength(1);
  });
});
