import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { inTransaction } from '../db/transaction.ts';
import { pullAll } from '../sync/sync-for-test.ts';
import { anotherServer } from '../testing/postgres/several-servers.ts';
import { serverForTest } from '../testing/server-for-test.ts';
import { declareDatabaseRestore } from './database-identity.ts';
import { getEpoch } from './epoch-queries.ts';

const config = { secret: 'the same thirty-two bytes for all' };

describe('the epoch of a PostgreSQL database', () => {
  it('is new at the next start on another cluster or timeline: every device starts again', async () => {
    const server = await serverForTest({ config });
    const { cursor, epoch } = await pullAll(server, server.people.admin);
    await inTransaction(server.deps.db, (trx) =>
      sql`update "databaseIdentity" set cluster = 'another.00000001'`.execute(trx),
    );
    const next = await anotherServer(server);
    expect(await getEpoch(next.deps.db)).not.toBe(epoch);
    const pulled = await next.request(`/api/sync?cursor=${cursor}`, { as: next.people.admin });
    expect(pulled.status).toBe(410);
    expect(await getEpoch((await anotherServer(server)).deps.db)).toBe(await getEpoch(next.deps.db));
  });

  it('is new when a replica takes over while the server runs', async () => {
    const server = await serverForTest({ config });
    const epoch = await getEpoch(server.deps.db);
    await inTransaction(server.deps.db, (trx) =>
      sql`update "databaseIdentity" set cluster = replace(cluster, '.0', '.1')`.execute(trx),
    );
    await server.deps.changeWatch.poll();
    expect(await getEpoch(server.deps.db)).not.toBe(epoch);
    expect(server.log.join('')).toContain('new epoch: the database was restored');
  });

  it('is without the accounts that were deleted before, when a replica without the deletion takes over', async () => {
    const server = await serverForTest({ config });
    const { db, clock, erasures } = server.deps;
    // The replica has the account: neither its removal nor its tombstone had arrived there.
    erasures.append({ userId: 'alice', erasedAt: clock.now().toISOString() });
    await inTransaction(db, (trx) =>
      sql`update "databaseIdentity" set cluster = replace(cluster, '.0', '.1')`.execute(trx),
    );
    await server.deps.changeWatch.poll();
    expect(await db.selectFrom('users').select('id').where('id', '=', 'alice').execute()).toEqual([]);
  });

  it('continues after a move of which the operator declares that it lost nothing', async () => {
    const server = await serverForTest({ config });
    const { cursor, epoch } = await pullAll(server, server.people.admin);
    await inTransaction(server.deps.db, async (trx) => {
      await sql`update "databaseIdentity" set cluster = 'another.00000001'`.execute(trx);
      await declareDatabaseRestore(trx, 'complete');
    });
    const next = await anotherServer(await anotherServer(server));
    expect(await getEpoch(next.deps.db)).toBe(epoch);
    const pulled = await next.request(`/api/sync?cursor=${cursor}`, { as: next.people.admin });
    expect(pulled.status).toBe(200);
  });

  it.each(['keep', 'discard', null] as const)(
    'is new once after the operator declared a restore with the decision %s',
    async (intent) => {
      const server = await serverForTest({ config });
      await inTransaction(server.deps.db, (trx) => declareDatabaseRestore(trx, intent));
      await anotherServer(server);
      await anotherServer(server);
      const epochs = await server.deps.db.selectFrom('epochs').select('restoreIntent').execute();
      expect(epochs.map(({ restoreIntent }) => restoreIntent)).toEqual([null, intent]);
    },
  );
});
