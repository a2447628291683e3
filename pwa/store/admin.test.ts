import { Dexie } from 'dexie';
import { beforeEach, expect, it } from 'vitest';
import { resetDevice, signInAs } from '../testing/device.ts';
import { alice } from '../testing/people.ts';
import { activationRow } from '../testing/rows.ts';
import { findFetchedAt, hasAdminRows, listAdminUsers, putAdminUsers, wipeAdmin } from './admin.ts';
import { listUnsent } from './outbox.ts';
import { privateStoreName } from './private-store-name.ts';

const at = '2026-11-21T08:00:00.000Z';

beforeEach(resetDevice);

it.each([0, 1, 500])(
  'a store of the first version is upgraded with %i unsent commands as they were',
  async (count) => {
    const old = new Dexie(privateStoreName(alice.id));
    old.version(1).stores({
      ...{
        courses: 'id',
        modules: 'id, courseId',
        lessons: 'id, courseId',
        lessonContents: 'lessonId, courseId',
      },
      ...{ resources: 'id, courseId', progress: 'lessonId', drafts: 'id', outbox: '++order, &id, state' },
      ...{ downloads: 'fileId, courseId', state: 'key' },
    });
    const rows = Array.from({ length: count }, (_, index) => activationRow(index + 1, `course-${index}`));
    await old.table('outbox').bulkPut(rows);
    old.close();
    const store = signInAs(alice);
    expect(await listUnsent(store)).toEqual(rows);
    expect(await listAdminUsers(store)).toEqual([]);
  },
);

it('people are listed in the server’s order, with the age of the list, until they are wiped', async () => {
  const store = signInAs(alice);
  expect(await hasAdminRows(store)).toBe(false);
  const carol = { ...alice, id: 'a-carol', name: 'Carol' };
  await putAdminUsers(store, { value: [alice, carol], askedAt: at, fetchedAt: at });
  expect((await listAdminUsers(store)).map(({ name }) => name)).toEqual(['Alice', 'Carol']);
  expect(await findFetchedAt(store, 'users')).toBe(at);
  await wipeAdmin(store);
  expect(await listAdminUsers(store)).toEqual([]);
  expect(await hasAdminRows(store)).toBe(false);
});
