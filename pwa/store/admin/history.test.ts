import { beforeEach, expect, it } from 'vitest';
import { resetDevice, signInAs } from '#pwa/testing/device.ts';
import { alice } from '#pwa/testing/people.ts';
import type { Revision } from '#schema/editor/history.ts';
import type { PrivateStore } from '../database/private-store.ts';
import { wipeAdmin } from './admin.ts';
import { findAudit, findLessonHistory, putAudit, putLessonHistory, putVersion } from './history.ts';

let store: PrivateStore;
beforeEach(async () => {
  await resetDevice();
  store = signInAs(alice);
});

const fetched = (minute: number, revisions: Revision[]) => {
  const at = new Date(Date.UTC(2026, 10, 21, 8, minute)).toISOString();
  return { value: { revisions, more: false }, requestedAt: at, fetchedAt: at };
};

function revision(id: string, content = ''): Revision {
  const at = '2026-11-21T08:00:00.000Z';
  return {
    ...{ id, kind: 'update', entity: 'lesson', entityId: 'l1', courseId: 'tides', title: 'Ebb' },
    ...{ userId: 'carol', userName: 'Carol', madeAt: at, receivedAt: at, baseVersion: 1, version: 2 },
    ...{ before: {}, after: { content } },
  };
}

it('what was fetched last is stored, and removed for a user who is no longer an admin', async () => {
  await putAudit(store, fetched(0, [revision('a')]));
  await putLessonHistory(store, 'l1', fetched(0, [revision('a')]));
  expect((await findAudit(store))?.revisions).toEqual([revision('a')]);
  expect((await findLessonHistory(store, 'l1'))?.revisions).toEqual([revision('a')]);
  await wipeAdmin(store);
  expect([await findAudit(store), await findLessonHistory(store, 'l1')]).toEqual([null, null]);
  expect(await store.state.toArray()).toEqual([]);
});

it('a long history is stored with the newest texts, up to a limit, and the other texts are marked as missing', async () => {
  const long = 'x'.repeat(400_000);
  await putLessonHistory(
    store,
    'l1',
    fetched(0, [revision('c', long), revision('b', long), revision('a', long)]),
  );
  const stored = await findLessonHistory(store, 'l1');
  expect(stored?.revisions.map(({ id }) => id)).toEqual(['c', 'b', 'a']);
  expect(stored?.revisions.map(({ omittedCharacters }) => omittedCharacters)).toEqual([
    undefined,
    undefined,
    400_000,
  ]);
  expect(stored?.revisions.at(-1)?.after.content).toBe('');
});

it('the histories of the most recently opened lessons are stored', async () => {
  for (let n = 0; n < 9; n += 1) await putLessonHistory(store, `l${n}`, fetched(n, [revision('a')]));
  expect(await findLessonHistory(store, 'l0')).toBeNull();
  expect(await findLessonHistory(store, 'l1')).not.toBeNull();
  expect(await findLessonHistory(store, 'l8')).not.toBeNull();
});

it('a text that was loaded for a version stays when the list is fetched again without texts', async () => {
  const omitted = (id: string) => ({ ...revision(id), omittedCharacters: 3 });
  await putLessonHistory(store, 'l1', fetched(0, [omitted('b'), omitted('a')]));
  await putVersion(store, 'l1', revision('a', 'old'));
  await putLessonHistory(store, 'l1', fetched(1, [omitted('c'), omitted('b'), omitted('a')]));
  const stored = await findLessonHistory(store, 'l1');
  expect(stored?.revisions).toEqual([omitted('c'), omitted('b'), revision('a', 'old')]);
});
