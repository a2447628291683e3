import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { ProgressReply } from '#schema/learning/progress.ts';
import { inTransaction, type Trx } from '#sync-server/db/transaction.ts';
import type { Person } from '#sync-server/testing/people.ts';
import { severalServers } from '#sync-server/testing/postgres/several-servers.ts';
import { serverForTest } from '#sync-server/testing/server-for-test.ts';
import type { TestServer } from '#sync-server/testing/test-server.ts';
import { endAllSessions } from '../sessions/session-queries.ts';

const LESSON = 'tides-lesson-1';

async function serverWithLearners() {
  const server = await serverForTest();
  await activateAll(server);
  return server;
}

async function activateAll({ deps, people }: TestServer): Promise<void> {
  const activatedAt = deps.clock.now().toISOString();
  const rows = [people.alice, people.bob, people.carol].map(({ id: userId }) => {
    const access = { activatedAt, codeId: null, revokedAt: null, reason: '', isGiven: 0 } as const;
    return { userId, courseId: 'tides', ...access };
  });
  await inTransaction(deps.db, (trx) => trx.insertInto('activations').values(rows).execute());
}

const at = (second: number) => new Date(Date.UTC(2026, 10, 20, 8, 0, second)).toISOString();

function save(server: TestServer, as: Person, positionSeconds: number, key: string = randomUUID()) {
  const entries = [{ lessonId: LESSON, positionSeconds, updatedAt: at(positionSeconds) }];
  return server.request('/api/progress', { method: 'PUT', as, key, body: { entries } });
}

async function positions({ deps }: TestServer): Promise<Record<string, number>> {
  const rows = await deps.db.selectFrom('progress').select(['userId', 'positionSeconds']).execute();
  return Object.fromEntries(rows.map(({ userId, positionSeconds }) => [userId, positionSeconds]));
}

/** Runs `work`, and in the meantime `before` in a transaction for which the commands of `work` wait. */
async function runAfter<T>(
  { deps }: TestServer,
  before: (trx: Trx) => Promise<unknown>,
  work: () => Promise<T>,
): Promise<T> {
  const { db } = deps;
  const waiting = sql<{ count: number }>`select count(*) from pg_locks
    join pg_database on pg_database.oid = database and datname = current_database() where not granted`;
  let result: Promise<T> | undefined;
  await inTransaction(db, async (trx) => {
    result = work();
    await expect.poll(async () => (await waiting.execute(trx)).rows[0]?.count).toBeGreaterThan(0);
    await before(trx);
  });
  if (result === undefined) throw new Error('The work was not begun');
  return result;
}

it('saves of several users at once each have their own reply and receipt', async () => {
  const server = await serverWithLearners();
  const { alice, bob, carol } = server.people;
  const keys = [randomUUID(), randomUUID(), randomUUID()];
  const replies = await Promise.all([alice, bob, carol].map((as, n) => save(server, as, n + 1, keys[n])));
  expect(replies.map((reply) => reply.read(ProgressReply).entries[0]?.positionSeconds)).toEqual([1, 2, 3]);
  expect(await positions(server)).toEqual({ alice: 1, bob: 2, carol: 3 });
  const receipts = await server.deps.db.selectFrom('receipts').select(['userId', 'key']).execute();
  const named = [alice, bob, carol].map(({ id }, n) => ({ userId: id, key: keys[n] }));
  expect(receipts).toHaveLength(3);
  expect(receipts).toEqual(expect.arrayContaining(named));
});

it('a session that ends while its save waits is refused; the others of its transaction are saved', async () => {
  const server = await serverWithLearners();
  const { alice, bob } = server.people;
  const end = (trx: Trx) => endAllSessions(trx, { userId: 'alice', at: at(0) }, null);
  const saves = () => Promise.all([save(server, alice, 1), save(server, bob, 2)]);
  const replies = await runAfter(server, end, saves);
  expect(replies.map(({ status }) => status)).toEqual([401, 200]);
  expect(await positions(server)).toEqual({ bob: 2 });
});

it('an access that is removed while its save waits is not written; the others are', async () => {
  const server = await serverWithLearners();
  const { alice, bob } = server.people;
  const revoke = (trx: Trx) =>
    trx
      .updateTable('activations')
      .set({ revokedAt: at(0) })
      .where('userId', '=', 'alice')
      .execute();
  const saves = () => Promise.all([save(server, alice, 1), save(server, bob, 2)]);
  const replies = await runAfter(server, revoke, saves);
  expect(replies.map((reply) => reply.read(ProgressReply).entries.length)).toEqual([0, 1]);
  expect(await positions(server)).toEqual({ bob: 2 });
});

it('a command that arrives twice at once runs once; an invalid one is refused without the others', async () => {
  const server = await serverWithLearners();
  const { alice, bob, carol } = server.people;
  const key = randomUUID();
  const invalid = server.request('/api/progress', { method: 'PUT', as: carol, key: randomUUID(), body: {} });
  const replies = await Promise.all([
    save(server, alice, 1, key),
    save(server, alice, 1, key),
    save(server, bob, 2),
    invalid,
  ]);
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 400]);
  const repeated = replies.slice(0, 2).map((reply) => reply.header('Idempotency-Replayed'));
  expect(repeated.filter((header) => header === 'true')).toHaveLength(1);
  const { db } = server.deps;
  expect(await db.selectFrom('receipts').select('key').where('key', '=', key).execute()).toHaveLength(1);
});

it('positions of three users that three processes save in every order end with the latest', async () => {
  const servers = await severalServers(3);
  const [first] = servers;
  if (first === undefined) throw new Error('There is no server');
  await activateAll(first);
  const { alice, bob, carol } = first.people;
  const saves = Array.from({ length: 40 }, (_, n) =>
    servers.flatMap((server, turn) => {
      const users = [alice, bob, carol];
      return [...users.slice(turn), ...users.slice(0, turn)].map((as) => () => save(server, as, n + 1));
    }),
  ).flat();
  const replies = await Promise.all(saves.map((run) => run()));
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await positions(first)).toEqual({ alice: 40, bob: 40, carol: 40 });
  const { rows } = await sql<{ last: number; value: number }>`
    select max(sequence) as last, (select value from counters where name = 'changes') as value
    from changes`.execute(first.deps.db);
  expect(rows[0]?.last).toBe(rows[0]?.value);
});
