import { beforeEach, describe, expect, it } from 'vitest';
import { findDraft, putDraft } from '#pwa/store/account/drafts.ts';
import { findCommand, listUnsent } from '#pwa/store/account/outbox.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { enqueueLessonCreate, enqueueModuleCreate, enqueueSave } from '#pwa/sync/enqueue/editor-commands.ts';
import { discardCommand } from '#pwa/sync/outbox/outbox.ts';
import { knownUserId } from '#pwa/testing/device.ts';
import {
  courseOnServer,
  editElsewhere,
  lessonEdit,
  lessonOnServer,
  openAdminDevice,
  planOf,
  saveLessons,
  tides,
  unsentStates,
} from '../testing/editor-world.ts';
import { faults } from '../testing/network.ts';
import { drainLater, type World } from '../testing/world.ts';

let world: World;
let store: PrivateStore;

beforeEach(async () => {
  ({ world, store } = await openAdminDevice());
});

const stateOf = async (id: string) => (await findCommand(store, id))?.state;

describe('a Save Course', () => {
  it('arrives as one, and its drafts are removed once it is on the device', async () => {
    await putDraft(store, 'editor/tides/lesson/tides-lesson-1', { text: 'mine' });
    const lessons = [
      await lessonEdit(store, 'tides-lesson-1', { title: 'One' }),
      await lessonEdit(store, 'tides-lesson-2', { title: 'Two' }),
    ];
    await enqueueSave(knownUserId(), planOf({ lessons, draftIds: ['editor/tides/lesson/tides-lesson-1'] }));
    expect(await findDraft(store, 'editor/tides/lesson/tides-lesson-1')).toBeNull();
    await drainLater(store);
    expect(world.network.batches).toBe(1);
    expect(await lessonOnServer(world, 'tides-lesson-2')).toMatchObject({ title: 'Two', version: 2 });
  });

  it('is not queued if its drafts cannot be removed with it', async () => {
    const draftId = 'editor/tides/lesson/tides-lesson-1';
    await putDraft(store, draftId, { text: 'mine' });
    const fail = () => {
      throw new Error('The device failed');
    };
    store.database.drafts.hook('deleting', fail);
    const plan = planOf({
      lessons: [await lessonEdit(store, 'tides-lesson-1', { title: 'One' })],
      draftIds: [draftId],
    });
    await expect(enqueueSave(knownUserId(), plan)).rejects.toThrow('The device failed');
    expect(await listUnsent(store)).toEqual([]);
    store.database.drafts.hook('deleting').unsubscribe(fail);
    expect(await findDraft(store, draftId)).toEqual({ text: 'mine' });
  });

  it('is applied once although its reply is lost', async () => {
    await saveLessons(store, { title: 'One' }, { title: 'Two' });
    world.network.plan = [faults.replyLost];
    await drainLater(store);
    await drainLater(store);
    expect(await listUnsent(store)).toEqual([]);
    expect(await lessonOnServer(world, 'tides-lesson-1')).toMatchObject({ title: 'One', version: 2 });
  });

  it('with one conflict applies nothing, retains everything, and blocks no other command', async () => {
    await saveLessons(store, { title: 'One' }, { title: 'Two' });
    await editElsewhere(world, 'lessons/tides-lesson-2', { title: 'Second' });
    const { commandId } = await enqueueModuleCreate(knownUserId(), tides);
    await drainLater(store);
    expect(await lessonOnServer(world, 'tides-lesson-1')).toMatchObject({ title: 'Lesson 1', version: 1 });
    const rows = await listUnsent(store);
    expect(rows.map(({ state, conflict, lastProblem }) => [state, conflict?.fields, lastProblem])).toEqual([
      ['refused', undefined, null],
      ['refused', ['title'], expect.stringContaining('changed elsewhere')],
    ]);
    expect(await stateOf(commandId)).toBe('acknowledged');
    await discardCommand(rows[1]?.id ?? '');
    await drainLater(store);
    expect(await listUnsent(store)).toEqual([]);
    expect(await lessonOnServer(world, 'tides-lesson-1')).toMatchObject({ title: 'One' });
    expect(await lessonOnServer(world, 'tides-lesson-2')).toMatchObject({ title: 'Second' });
  });

  it('merges automatically with others’ changes of other fields', async () => {
    await saveLessons(store, { title: 'One' }, { title: 'Two' });
    await editElsewhere(world, 'lessons/tides-lesson-2', { description: 'Theirs' });
    await drainLater(store);
    expect(await listUnsent(store)).toEqual([]);
    expect(await lessonOnServer(world, 'tides-lesson-1')).toMatchObject({ title: 'One', version: 2 });
    expect(await lessonOnServer(world, 'tides-lesson-2')).toMatchObject({
      title: 'Two',
      description: 'Theirs',
      version: 3,
    });
  });

  it('that was refused is repaired by saving again', async () => {
    await saveLessons(store, { title: 'One' }, { title: 'Two' });
    for (const row of await listUnsent(store))
      await store.database.outbox.put({ ...row, state: 'refused', lastProblem: 'No' });
    await saveLessons(store, { title: 'Uno' });
    await drainLater(store);
    expect(await listUnsent(store)).toEqual([]);
    expect(await lessonOnServer(world, 'tides-lesson-1')).toMatchObject({ title: 'Uno' });
    expect(await lessonOnServer(world, 'tides-lesson-2')).toMatchObject({ title: 'Two' });
  });

  it('is refused on the device where the server would reject its form, and the draft stays', async () => {
    await putDraft(store, 'd', 1);
    const lessons = [await lessonEdit(store, 'tides-lesson-1', { title: '  ' })];
    await expect(enqueueSave(knownUserId(), planOf({ lessons, draftIds: ['d'] }))).rejects.toMatchObject({
      name: 'InputError',
      fields: ['title'],
    });
    const course = { title: 'x', version: 1, base: { instructor: 'Ines Holm' }, changes: { instructor: '' } };
    await expect(enqueueSave(knownUserId(), planOf({ course }))).rejects.toThrow(
      'Please fill in all required fields: title, description, and instructor',
    );
    const changes = { content: 'ä'.repeat(600_000) };
    await expect(saveLessons(store, changes)).rejects.toThrow('The request is too large');
    expect(await findDraft(store, 'd')).toBe(1);
    expect(await listUnsent(store)).toEqual([]);
  });

  it('sends nothing for a lesson created and deleted again, and cancels edits waiting in a deleted module', async () => {
    const place = { courseId: 'tides', moduleId: 'tides-module-1' };
    const { lessonId } = await enqueueLessonCreate(knownUserId(), place);
    await enqueueSave(
      knownUserId(),
      planOf({ deletedLessons: [{ ...place, lessonId, title: 'New Lesson', version: 0 }] }),
    );
    expect(await listUnsent(store)).toEqual([]);
    await saveLessons(store, { title: 'One' });
    await enqueueSave(
      knownUserId(),
      planOf({ deletedModules: [{ moduleId: 'tides-module-1', title: 'Ebb', version: 1 }] }),
    );
    expect((await unsentStates(store)).map(([kind]) => kind)).toEqual(['module.delete']);
    await drainLater(store);
    expect(await courseOnServer(world, 'tides')).toMatchObject({ modules: [{ title: 'Flood' }] });
  });
});
