import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { inTransaction } from '../db/transaction.ts';
import { afterMinutes, inMinutes } from '../schedule/schedule-for-test.ts';
import type { Person } from '../testing/people.ts';
import { addLearner } from '../testing/postgres/add-learner.ts';
import { severalServers } from '../testing/postgres/several-servers.ts';
import { findDatabase, query } from '../testing/postgres/test-database.ts';
import type { TestServer } from '../testing/test-server.ts';

/** `CODES=1000` is a long run. */
const CODES = Number(process.env.CODES ?? 2);
const LESSON = '/api/admin/lessons/tides-lesson-1';

/** The server that takes the request number `n`, as a load balancer would. */
const oneOf = (servers: readonly TestServer[], n: number): TestServer => {
  const server = servers[n % servers.length];
  if (server === undefined) throw new Error('There is no server');
  return server;
};

const countBy = (statuses: readonly number[]): Record<number, number> => {
  const counts: Record<number, number> = {};
  for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

describe('three processes on one database', () => {
  it('let one of 80 edits of a version through', async () => {
    const servers = await severalServers(3);
    const responses = await Promise.all(
      Array.from({ length: 80 }, (_, n) => {
        const server = oneOf(servers, n);
        const headers = { 'If-Match': '"1"' };
        const body = { title: `Title ${n}` };
        return server.request(LESSON, { method: 'PUT', as: server.people.admin, headers, body });
      }),
    );
    expect(countBy(responses.map(({ status }) => status))).toEqual({ 200: 1, 412: 79 });
  });

  it('run each of 20 commands once, sent three times each', async () => {
    const servers = await severalServers(3);
    const keys = Array.from({ length: 20 }, () => randomUUID());
    const responses = await Promise.all(
      Array.from({ length: 60 }, (_, n) => {
        const server = oneOf(servers, Math.floor(n / 20));
        const key = keys[n % 20] ?? '';
        const body = { title: key };
        const path = '/api/admin/modules/tides-module-1/lessons';
        return server.request(path, { method: 'POST', as: server.people.admin, key, body });
      }),
    );
    expect(countBy(responses.map(({ status }) => status))).toEqual({ 200: 60 });
    const { db } = oneOf(servers, 0).deps;
    const lessons = await db.selectFrom('lessons').select('title').where('title', 'in', keys).execute();
    expect(lessons.map(({ title }) => title).sort()).toEqual([...keys].sort());
  });

  it('leave an admin when two of them demote each other, a hundred times', async () => {
    const [first, second] = await severalServers(2);
    if (first === undefined || second === undefined) throw new Error('There are too few servers');
    const { db } = first.deps;
    const admins = async () =>
      (await db.selectFrom('users').select('id').where('role', '=', 'admin').execute()).length;
    const makeBothAdmins = () =>
      inTransaction(db, (trx) =>
        trx.updateTable('users').set({ role: 'admin' }).where('id', 'in', ['admin', 'carol']).execute(),
      );
    const { id } = first.people.admin;
    await makeBothAdmins();
    for (let round = 0; round < 100; round += 1) {
      const demote = (server: TestServer, as: Person, whom: string) =>
        server.request(`/api/admin/users/${whom}/role`, { method: 'PUT', as, body: { role: 'user' } });
      const responses = await Promise.all([
        demote(first, first.people.admin, 'carol'),
        demote(second, second.people.carol, id),
      ]);
      expect(await admins(), `round ${round}: ${responses.map(({ status }) => status)}`).toBe(1);
      await makeBothAdmins();
    }
  });

  it(`give each of ${CODES} codes to one of 50 learners`, { timeout: 120_000 + CODES * 5_000 }, async () => {
    const servers = await severalServers(3);
    const { people, deps } = oneOf(servers, 0);
    const databaseUrl = findDatabase(deps.config.dataFolder) ?? '';
    const codes = Array.from({ length: CODES }, (_, n) => `RACE-${n}`);
    const upload = { as: people.admin, body: { codes } };
    await oneOf(servers, 0).request('/api/admin/courses/tides/upload-codes', upload);
    const racers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => addLearner(oneOf(servers, 0), `racer-${n}`)),
    );
    for (const activationCode of codes) {
      const responses = await Promise.all(
        racers.map((as, n) =>
          oneOf(servers, n).request('/api/courses/tides/activate', { as, body: { activationCode } }),
        ),
      );
      const statuses = countBy(responses.map(({ status }) => status));
      expect(statuses, activationCode).toEqual({ 200: 1, 400: 49 });
      expect(await deps.db.selectFrom('activations').selectAll().execute()).toHaveLength(1);
      await inTransaction(deps.db, (trx) => trx.deleteFrom('activations').execute());
      // Wrong codes are limited, too.
      await query(databaseUrl, 'delete from "rateLimits"');
    }
  });

  it('never let older progress win', async () => {
    const servers = await severalServers(3);
    const { alice } = oneOf(servers, 0).people;
    await oneOf(servers, 0).request('/api/courses/tides/activate', {
      as: alice,
      body: { activationCode: 'TIDES-CODE-1' },
    });
    const at = (n: number) => new Date(Date.UTC(2026, 10, 20, 8, 0, n)).toISOString();
    await Promise.all(
      Array.from({ length: 60 }, (_, n) => {
        const entries = [{ lessonId: 'tides-lesson-1', positionSeconds: n, updatedAt: at(n) }];
        return oneOf(servers, n).request('/api/progress', { method: 'PUT', as: alice, body: { entries } });
      }),
    );
    const { db } = oneOf(servers, 0).deps;
    expect(await db.selectFrom('progress').select('positionSeconds').execute()).toEqual([
      { positionSeconds: 59 },
    ]);
  });
});

describe('three processes that look for due courses at the same moment', () => {
  it('publish each of 20 courses once, and send one mail about each that is incomplete', async () => {
    const servers = await severalServers(3);
    const first = oneOf(servers, 0);
    const { db } = first.deps;
    const { admin } = first.people;
    const publishAt = inMinutes(first, 10);
    const ids = Array.from({ length: 20 }, (_, n) => `due-${n}`);
    for (const [n, id] of ids.entries()) {
      const course = { id, title: id, description: 'Due', instructor: 'Ines Holm' };
      await first.request('/api/admin/courses', { as: admin, body: course });
      const modules = `/api/admin/courses/${id}/modules`;
      await first.request(modules, { as: admin, body: { id: `${id}-module` } });
      if (n % 2 === 0)
        await first.request(`/api/admin/modules/${id}-module/lessons`, { as: admin, body: { title: 'One' } });
      await first.request(`/api/admin/courses/${id}`, { method: 'PUT', as: admin, body: { publishAt } });
    }
    await Promise.all(servers.map((server) => afterMinutes(server, 10)));
    const rows = await db.selectFrom('courses').selectAll().where('id', 'in', ids).execute();
    expect(rows.filter(({ status }) => status === 'published')).toHaveLength(10);
    expect(new Set(rows.map(({ publishAt: left, version }) => `${left} ${version}`))).toEqual(
      new Set(['null 3']),
    );
    const revisions = await db
      .selectFrom('revisions')
      .select('entityId')
      .where('userId', 'is', null)
      .execute();
    expect(revisions.map(({ entityId }) => entityId).sort()).toEqual([...ids].sort());
    const mails = await db
      .selectFrom('mails')
      .select('recipient')
      .where('kind', '=', 'notPublished')
      .execute();
    expect(mails).toHaveLength(10);
  });
});
