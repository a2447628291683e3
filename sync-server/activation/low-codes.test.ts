import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { LOW_CODES } from '#schema/limits.ts';
import { put, registered, unlock } from '../codes/codes-for-test.ts';
import { removeExpiredRows } from '../remove-expired-rows.ts';
import { fixtureCourse } from '../testing/fixture-courses.ts';
import { onSqlite } from '../testing/postgres/on-sqlite.ts';
import { serverForTest } from '../testing/server-for-test.ts';
import type { TestServer } from '../testing/test-server.ts';
import { watchQueries } from '../testing/watched-queries.ts';

const codesOf = (count: number) => Array.from({ length: count }, (_, i) => `TIDES-CODE-${i + 1}`);

/** A course with so many unused codes. */
const withCodes = (count: number) => serverForTest({ courses: [fixtureCourse({ codes: codesOf(count) })] });

async function mails({ deps: { db } }: TestServer): Promise<string[]> {
  const rows = await db.selectFrom('mails').select(['kind', 'recipient']).execute();
  return rows.filter(({ kind }) => kind === 'lowCodes').map(({ recipient }) => recipient);
}

it('admins get one mail when the unused codes of a course fall below the threshold', async () => {
  const server = await withCodes(LOW_CODES + 1);
  const { alice, bob, carol } = server.people;
  await unlock(server, alice, 'TIDES-CODE-1');
  expect(await mails(server)).toEqual([]);
  await unlock(server, bob, 'TIDES-CODE-2');
  expect(await mails(server)).toEqual(['admin@example.org']);
  await unlock(server, carol, 'TIDES-CODE-3');
  expect(await mails(server)).toHaveLength(1);
});

it('the next mail follows after there were more codes again', async () => {
  const server = await withCodes(LOW_CODES);
  await unlock(server, server.people.alice, 'TIDES-CODE-1');
  const { batch } = await registered(server);
  expect(await mails(server)).toHaveLength(1);
  await put(server, `${batch.id}/revoked`, { revoked: true });
  expect(await mails(server)).toHaveLength(2);
});

it('a batch that expires lowers the number, without a request', async () => {
  const server = await withCodes(LOW_CODES - 1);
  const expiresAt = new Date(server.clock.now().getTime() + 1_000).toISOString();
  await registered(server, { expiresAt });
  await removeExpiredRows(server.deps);
  expect(await mails(server)).toEqual([]);
  server.clock.advance(2_000);
  await removeExpiredRows(server.deps);
  expect(await mails(server)).toHaveLength(1);
});

onSqlite(it)('the admins are found by an index, however many users there are', async () => {
  const server = await withCodes(LOW_CODES);
  const queries = await watchQueries(server, () => unlock(server, server.people.alice, 'TIDES-CODE-1'));
  const ofAdmins = queries.filter(({ sql }) => sql.includes(`"role" = 'admin'`));
  expect(ofAdmins.map(({ plan }) => plan)).toEqual(['SCAN users USING INDEX admins']);
});

it('the mail names the course and the number, and no code', async () => {
  const server = await withCodes(LOW_CODES);
  await unlock(server, server.people.alice, 'TIDES-CODE-1');
  await server.deps.mails.drain();
  const folder = join(server.deps.config.dataFolder, 'mail');
  const [sent = ''] = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  expect(sent).toContain('9 unused activation codes of the course');
  expect(sent).not.toContain('TIDES-CODE');
});

it('a course that has always had few codes causes no mail', async () => {
  const server = await withCodes(3);
  await unlock(server, server.people.alice, 'TIDES-CODE-1');
  await registered(server);
  await unlock(server, server.people.bob, 'TIDES-CODE-2');
  expect(await mails(server)).toEqual([]);
});

/** Sets below which number of unused codes admins are warned. */
const setLimit = (server: TestServer, lowCodesBelow: number) =>
  server.request('/api/admin/courses/tides', {
    ...{ method: 'PUT', as: server.people.admin, body: { lowCodesBelow } },
  });

it('a course may have a limit of its own, and 0 for no mail', async () => {
  const server = await withCodes(4);
  const { alice, bob, carol } = server.people;
  expect((await setLimit(server, 3)).status).toBe(200);
  await unlock(server, alice, 'TIDES-CODE-1');
  expect(await mails(server)).toEqual([]);
  await unlock(server, bob, 'TIDES-CODE-2');
  expect(await mails(server)).toHaveLength(1);
  await setLimit(server, 0);
  await unlock(server, carol, 'TIDES-CODE-3');
  expect(await mails(server)).toHaveLength(1);
});

it('a lower limit makes the next fall below it a crossing', async () => {
  const server = await withCodes(LOW_CODES);
  const { alice, bob } = server.people;
  await unlock(server, alice, 'TIDES-CODE-1');
  expect(await mails(server)).toHaveLength(1);
  await setLimit(server, LOW_CODES - 1);
  await unlock(server, bob, 'TIDES-CODE-2');
  expect(await mails(server)).toHaveLength(2);
});

it.each([-1, 1.5, 1_000_000, '12'])('%j is no limit', async (limit) => {
  const server = await withCodes(1);
  const body = { lowCodesBelow: limit };
  const { admin } = server.people;
  expect((await server.request('/api/admin/courses/tides', { method: 'PUT', as: admin, body })).status).toBe(
    400,
  );
});
