import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { LOW_CODES } from '#schema/limits.ts';
import { removeExpiredRows } from '../remove-expired-rows.ts';
import { fixtureCourse } from '../testing/fixture-courses.ts';
import { serverForTest } from '../testing/server-for-test.ts';
import type { TestServer } from '../testing/test-server.ts';
import { put, registered, unlock } from './codes-for-test.ts';

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
