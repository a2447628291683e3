import { beforeEach, expect, it } from 'vitest';
import { resetDevice, signInAs } from '#pwa/testing/device.ts';
import { alice } from '#pwa/testing/people.ts';
import { findFetchedAt, hasAdminRows, listAdminUsers, putAdminUsers, wipeAdmin } from './admin.ts';

const at = '2026-11-21T08:00:00.000Z';

beforeEach(resetDevice);

it('users are listed in the server’s order, with the age of the list, until they are removed', async () => {
  const store = signInAs(alice);
  expect(await hasAdminRows(store)).toBe(false);
  const carol = { ...alice, id: 'a-carol', name: 'Carol' };
  await putAdminUsers(store, { value: [alice, carol], requestedAt: at, fetchedAt: at });
  expect((await listAdminUsers(store)).map(({ name }) => name)).toEqual(['Alice', 'Carol']);
  expect(await findFetchedAt(store, 'users')).toBe(at);
  await wipeAdmin(store);
  expect(await listAdminUsers(store)).toEqual([]);
  expect(await hasAdminRows(store)).toBe(false);
});
