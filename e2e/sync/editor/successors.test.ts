import { beforeEach, describe, expect, it, vi } from 'vitest';
import { listUnsent } from '#pwa/store/account/outbox.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { enqueueSave } from '#pwa/sync/enqueue/editor-commands.ts';
import { knownUserId } from '#pwa/testing/device.ts';
import {
  coursesOnServer,
  editElsewhere,
  lessonEdit,
  lessonOnServer,
  openAdminDevice,
  planOf,
  saveLessons,
  shownContent,
} from '../testing/editor-world.ts';
import { faults } from '../testing/network.ts';
import { adminView, expectedAdminView, pullAll } from '../testing/pull-world.ts';
import { drainLater, type World } from '../testing/world.ts';

/*
 * Edits queued behind an edit of the same row were made with that edit in view, so the user's own edit causes
 * no conflict.
 */

let world: World;
let store: PrivateStore;
const LESSON = 'tides-lesson-1';

beforeEach(async () => {
  ({ world, store } = await openAdminDevice());
  await pullAll(store);
});

const save = (changes: Parameters<typeof saveLessons>[1]) => saveLessons(store, changes);

/** Drains the outbox; runs each callback just before the corresponding request is sent. */
async function drainMeanwhile(...works: (() => Promise<unknown>)[]): Promise<void> {
  const { fetch } = world.network;
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    await works.shift()?.();
    return fetch(path, init);
  });
  await drainLater(store);
  vi.stubGlobal('fetch', fetch);
}

const expectNothingLeft = async () =>
  expect((await listUnsent(store)).map(({ command, lastProblem }) => [command.kind, lastProblem])).toEqual(
    [],
  );

describe('while an edit of a lesson is in flight', () => {
  it('deleting the lesson causes no conflict with the user’s own edit', async () => {
    await save({ title: 'Mine' });
    await drainMeanwhile(async () => {
      const { moduleId, lessonId, title, version } = await lessonEdit(store, LESSON, {});
      await enqueueSave(knownUserId(), planOf({ deletedLessons: [{ moduleId, lessonId, title, version }] }));
    });
    await drainLater(store);
    await expectNothingLeft();
    expect(await lessonOnServer(world, LESSON)).toBeUndefined();
  });

  it('the next edit is based on the server’s result, as the server formats it', async () => {
    await save({ content: '<p onclick="go()">One</p>' });
    await drainMeanwhile(
      () => save({ content: '<p>Two</p>' }),
      () => editElsewhere(world, `lessons/${LESSON}`, { description: 'Theirs' }),
    );
    await drainLater(store);
    await drainLater(store);
    await expectNothingLeft();
    expect(await lessonOnServer(world, LESSON)).toMatchObject({
      content: '<p>Two</p>',
      description: 'Theirs',
    });
  });
});

describe('an edit of fields that others did not change', () => {
  it('is shown with others’ text after the next pull', async () => {
    await save({ title: 'Mine' });
    await editElsewhere(world, `lessons/${LESSON}`, { content: '<p>Theirs</p>' });
    await drainLater(store);
    await expectNothingLeft();
    await pullAll(store);
    expect(await shownContent(store, LESSON)).toBe('<p>Theirs</p>');
  });
});

describe('a late receipt of an edit whose reply was lost', () => {
  it('reverts none of the later changes by others', async () => {
    const seen = { version: 1, title: 'Reading the tides' };
    const course = { ...seen, base: { title: seen.title }, changes: { title: 'Mine' } };
    const module = { version: 1, title: 'Module 1', base: { title: 'Module 1' }, changes: { title: 'Mine' } };
    const lesson = await lessonEdit(store, LESSON, { title: 'Mine', content: '<p>Mine</p>' });
    const modules = [{ ...module, moduleId: 'tides-module-1' }];
    await enqueueSave(knownUserId(), planOf({ course, modules, lessons: [lesson] }));
    await drainWithoutReply();
    await editElsewhere(world, 'courses/tides', { title: 'Theirs' });
    await editElsewhere(world, 'modules/tides-module-1', { title: 'Theirs' });
    await editElsewhere(world, `lessons/${LESSON}`, { title: 'Theirs', content: '<p>Theirs</p>' });
    await expectServerState();
  });

  it('recreates no resource that was deleted meanwhile', async () => {
    await save({ title: 'Mine' });
    await drainWithoutReply();
    await editElsewhere(world, `resources/${LESSON}-resource`, undefined, 'DELETE');
    await expectServerState();
  });

  it.each([
    ['the same field', { title: 'Mine again' }],
    ['another field', { duration: 12 }],
  ])('gives the next edit of %s no version older than its base', async (_, changes) => {
    await save({ title: 'Mine' });
    await drainWithoutReply();
    await editElsewhere(world, `lessons/${LESSON}`, { title: 'Theirs', duration: 9 });
    await pullAll(store);
    const later = await lessonEdit(store, LESSON, changes);
    const base = 'title' in changes ? { title: 'Theirs' } : { duration: 9 };
    await enqueueSave(knownUserId(), planOf({ lessons: [{ ...later, base }] }));
    await expectServerState();
    expect(await lessonOnServer(world, LESSON)).toMatchObject(changes);
  });
});

async function drainWithoutReply(): Promise<void> {
  world.network.plan = [faults.replyLost];
  await drainLater(store);
}

/**
 * Pulls others' changes before sending the rest: the device ends with the server's state and without
 * conflicts.
 */
async function expectServerState(): Promise<void> {
  await pullAll(store);
  await drainLater(store);
  await drainLater(store);
  await expectNothingLeft();
  await pullAll(store);
  expect(await adminView(store)).toEqual(expectedAdminView(await coursesOnServer(world)));
}
