import { beforeEach, describe, expect, it } from 'vitest';
import { listUnsent } from '#pwa/store/account/outbox.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { enqueueLessonCreate, enqueueSave } from '#pwa/sync/enqueue/editor-commands.ts';
import type { SavePlan } from '#pwa/sync/enqueue/save-plan.ts';
import { knownUserId } from '#pwa/testing/device.ts';
import {
  LESSON,
  lessonEdit,
  lessonOnServer,
  openDeviceWithText,
  planOf,
  TEXT,
} from '../testing/editor-world.ts';
import { pullAll } from '../testing/pull-world.ts';
import { drainLater, type World } from '../testing/world.ts';

/* A user who began a draft, edits the same field on another screen, and then saves the draft. */

type LessonEdit = SavePlan['lessons'][number];

let world: World;
let store: PrivateStore;

beforeEach(async () => {
  ({ world, store } = await openDeviceWithText());
});

/** Another user edits the lesson. */
async function other(body: object): Promise<void> {
  const path = `/api/admin/lessons/${LESSON}`;
  await world.server.request(path, { as: world.server.people.admin, method: 'PUT', body });
}

/** An edit of the lesson as it is shown now; it is saved later. */
const begin = (changes: LessonEdit['changes'], lessonId = LESSON) => lessonEdit(store, lessonId, changes);

const save = (...lessons: LessonEdit[]) => enqueueSave(knownUserId(), planOf({ lessons }));

async function sync(): Promise<void> {
  for (let round = 0; round < 4; round += 1) await drainLater(store);
  await pullAll(store);
}

const onServer = (lessonId = LESSON) => lessonOnServer(world, lessonId);

async function listConflicts() {
  const rows = await listUnsent(store);
  expect(rows.filter(({ conflict }) => conflict === undefined)).toEqual([]);
  return rows.map(({ conflict, command }) => ({ conflict, args: command.args }));
}

/** Whether the first edit is unsent, in flight or done when the draft is saved. */
const moments = {
  unsent: async () => undefined,
  'in flight': async () => {
    const { network } = world;
    network.plan = ['replyLost'];
    await drainLater(store);
  },
  sent: () => drainLater(store),
};

describe.each(Object.entries(moments))('a draft that was begun before another edit that is %s', (_, pass) => {
  it('of the same field is compared with it', async () => {
    const draft = await begin({ title: 'Draft' });
    await save(await begin({ title: 'Newer' }));
    await pass();
    await save(draft);
    await sync();
    expect((await onServer())?.title).toBe('Newer');
    expect(await listConflicts()).toMatchObject([
      { conflict: { fields: ['title'], current: { title: 'Newer' } }, args: { changes: { title: 'Draft' } } },
    ]);
  });

  it('of another paragraph is merged with it', async () => {
    const draft = await begin({ content: TEXT.replace('One', 'Draft') });
    await save(await begin({ content: TEXT.replace('Three', 'Newer') }));
    await pass();
    await save(draft);
    await sync();
    expect((await onServer())?.content).toBe('<p>Draft</p><p>Two</p><p>Newer</p>');
    expect(await listConflicts()).toEqual([]);
  });

  it('is compared once, and what was typed on top of it follows', async () => {
    const draft = await begin({ title: 'Draft', content: TEXT.replace('One', 'Draft') });
    await save(await begin({ content: TEXT.replace('Three', 'Newer') }));
    await pass();
    await save(draft);
    await save(await begin({ content: TEXT.replace('One', 'Draft, further') }));
    await sync();
    expect(await onServer()).toMatchObject({
      title: 'Draft',
      content: '<p>Draft, further</p><p>Two</p><p>Newer</p>',
    });
    expect(await listConflicts()).toEqual([]);
  });
});

it.each([
  ['before', async () => undefined],
  ['after', sync],
])(
  'a draft saved %s its lesson is created is compared with the title that it was created with',
  async (_, pass) => {
    const place = { courseId: 'tides', moduleId: 'tides-module-1' };
    const { lessonId } = await enqueueLessonCreate(knownUserId(), place, { title: 'New' });
    const draft = await begin({ title: 'Draft' }, lessonId);
    await save(await begin({ title: 'Newer' }, lessonId));
    await pass();
    await save(draft);
    await sync();
    expect((await onServer(lessonId))?.title).toBe('Newer');
    expect(await listConflicts()).toMatchObject([{ args: { changes: { title: 'Draft' } } }]);
  },
);

it('a draft that was begun before its lesson was created needs no second request', async () => {
  const place = { courseId: 'tides', moduleId: 'tides-module-1' };
  const { lessonId } = await enqueueLessonCreate(knownUserId(), place, { title: 'New' });
  const draft = await begin({ title: 'Named', content: '<p>Text</p>' }, lessonId);
  await sync();
  await save(draft);
  await sync();
  expect(await onServer(lessonId)).toMatchObject({ title: 'Named', content: '<p>Text</p>', version: 2 });
  expect(world.network.seen.filter(({ method }) => method === 'PUT')).toHaveLength(1);
});

it('a row is deleted by the user who saw it before their own last edit was acknowledged', async () => {
  const lesson = await begin({ title: 'Newer' });
  await save(lesson);
  await drainLater(store);
  const { lessonId, moduleId, title, version } = lesson;
  await enqueueSave(knownUserId(), planOf({ deletedLessons: [{ lessonId, moduleId, title, version }] }));
  await sync();
  expect(await onServer()).toBeUndefined();
  expect(await listConflicts()).toEqual([]);
});

it('edits that were made in view of each other are each sent once', async () => {
  for (const title of ['First', 'Second', 'Third']) {
    await save(await begin({ title }));
    // A later save does not take an earlier one into its group across the edit of a module.
    await enqueueSave(
      knownUserId(),
      planOf({ modules: [{ ...module, base: { description: '' }, changes: { description: title } }] }),
    );
  }
  expect((await listUnsent(store)).length).toBeGreaterThan(3);
  await sync();
  expect(await onServer()).toMatchObject({ title: 'Third', version: 5 });
  const sent = world.network.seen.filter(({ path }) => path.includes(LESSON));
  expect(sent).toHaveLength(3);
});

const module = { moduleId: 'tides-module-1', title: 'Ebb', version: 1 };

it('text typed after a save is based on what was sent of the saved text', async () => {
  await save(await begin({ title: ' Saved ' }));
  const { base: _, ...draft } = await begin({ title: 'Further' });
  await save({ ...draft, base: { title: ' Saved ' } });
  await sync();
  expect([await listConflicts(), (await onServer())?.title]).toEqual([[], 'Further']);
});

it('a draft that joins a newer edit does not replace what another user changed between the two', async () => {
  const draft = await begin({ description: 'Draft' });
  await other({ description: 'Theirs' });
  await pullAll(store);
  await save(await begin({ title: 'Newer' }));
  await save(draft);
  await sync();
  expect((await onServer())?.description).toBe('Theirs');
  expect(await listConflicts()).toMatchObject([{ conflict: { fields: ['description'] } }]);
});

it('the rest of a Save Course stays one group, apart from the edit that its draft is compared with', async () => {
  const SECOND = 'tides-lesson-2';
  const drafts = [await begin({ title: 'Draft' }), await begin({ description: 'Draft' }, SECOND)];
  await save(await begin({ title: 'Newer' }), await begin({ title: 'Newer' }, SECOND));
  await save(...drafts);
  const rows = await listUnsent(store);
  const groups = rows.map(({ groupId }) => groupId);
  expect(groups).toEqual([groups[0], groups[0], groups[2], groups[2]]);
  await sync();
  expect([await onServer(), await onServer(SECOND)]).toMatchObject([
    { title: 'Newer' },
    { title: 'Newer', description: 'What lesson 2 is about' },
  ]);
});
