import fc from 'fast-check';
import { expect, it } from 'vitest';
import { listUnsent, type OutboxRow } from '#pwa/store/account/outbox.ts';
import { readAtOnce } from '#pwa/store/database/access.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { resetDevice, signInAs } from '#pwa/testing/device.ts';
import {
  dropLesson,
  dropModule,
  editCourse,
  editLesson,
  editModule,
  editorRow,
  makeLesson,
  makeModule,
  makeResource,
  retitle,
  setVideo,
} from '#pwa/testing/editor-rows.ts';
import { alice } from '#pwa/testing/people.ts';
import type { CommandBody } from '#schema/commands/all-commands.ts';
import { listConcerned } from './concerned-rows.ts';
import { coalesceUpdate } from './editor-coalesce.ts';

const LESSONS = 4;
const bodies: readonly ((lessonId: string) => CommandBody)[] = [
  (lessonId) => editLesson(retitle('A', 'B'), lessonId),
  (lessonId) => editLesson(retitle('A', 'B'), lessonId),
  (lessonId) => setVideo('https://a.example/v', null, lessonId),
  makeLesson,
  (lessonId) => makeResource(`r-${lessonId}`, lessonId),
  dropLesson,
  () => makeModule(),
  () => editModule(retitle('A', 'B')),
  () => editCourse(retitle('A', 'B')),
  () => dropModule(),
];
const states: readonly Partial<OutboxRow>[] = [
  {},
  {},
  {},
  { attempts: 1 },
  { state: 'sending', attempts: 1 },
  { state: 'paused' },
  { state: 'refused', attempts: 1, lastProblem: 'No' },
  { state: 'acknowledged', attempts: 1, acknowledgedAt: '2026-11-21T07:00:00.000Z' },
];
const queued = fc.record({
  body: fc.constantFrom(...bodies),
  lesson: fc.nat(LESSONS - 1),
  state: fc.constantFrom(...states),
  group: fc.constantFrom({}, { groupId: 'one' }, { groupId: 'two' }),
});
const queue = fc.array(queued, { maxLength: 60 }).map((all) =>
  all.map(({ body, lesson, state, group }, at) => {
    return editorRow(at + 1, body(`l${lesson}`), { ...state, ...group });
  }),
);

async function fill(rows: readonly OutboxRow[]): Promise<PrivateStore> {
  await resetDevice();
  const store = signInAs(alice);
  await store.database.outbox.bulkPut(rows);
  return store;
}

const listFor = (store: PrivateStore, lessonId: string) =>
  readAtOnce(store, [store.outbox], (tx) => listConcerned(tx, lessonId));

it('an edit is coalesced as if the whole queue had been read', { timeout: 240_000 }, async () => {
  const property = fc.asyncProperty(queue, fc.nat(LESSONS - 1), async (rows, lesson) => {
    const store = await fill(rows);
    const edit = editLesson(retitle('B', 'C'), `l${lesson}`);
    const all = await listUnsent(store);
    const few = await listFor(store, `l${lesson}`);
    for (const groupId of ['one', 'new', null]) {
      const [expected, found] = [all, few].map((unsent) => withoutIds(coalesceUpdate(unsent, edit, groupId)));
      expect(found).toEqual(expected);
    }
  });
  await fc.assert(property, { numRuns: 150 });
});

it('a long queue is not read for an edit of a lesson that waits at its front', async () => {
  const rows = Array.from({ length: 500 }, (_, at) =>
    editorRow(at + 1, editLesson(retitle('A', 'B'), `l${at}`)),
  );
  const store = await fill(rows);
  expect((await listFor(store, 'l0')).length).toBeLessThan(30);
  expect(await listFor(store, 'l499')).toEqual([rows[499]]);
  expect(await listFor(store, 'unknown')).toEqual([]);
});

/** A refused command that an edit joins gets a new id each time. */
function withoutIds(coalesced: ReturnType<typeof coalesceUpdate>) {
  const text = JSON.stringify(coalesced, (key, value) => (key === 'id' ? undefined : value));
  const parsed: unknown = JSON.parse(text);
  return parsed;
}
