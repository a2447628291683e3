import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { serverMessages } from '#schema/messages/server-messages.ts';
import { inTransaction } from '../db/transaction.ts';
import { anotherServer, severalServers } from '../testing/postgres/several-servers.ts';
import { findDatabase, query } from '../testing/postgres/test-database.ts';
import { serverForTest } from '../testing/server-for-test.ts';

const ADD = '/api/admin/modules/tides-module-1/lessons';

/** A server whose database reports this condition (a SQLSTATE) at every new lesson, until `recover`. */
async function failingServer(condition: string) {
  const server = await serverForTest();
  const url = findDatabase(server.deps.config.dataFolder) ?? '';
  await query(
    url,
    `create function fail() returns trigger language plpgsql as
      $$ begin raise exception 'simulated' using errcode = '${condition}'; end $$`,
  );
  await query(url, 'create trigger fail before insert on lessons for each row execute function fail()');
  return { server, recover: () => query(url, 'drop trigger fail on lessons') };
}

describe('a command that PostgreSQL cannot store', () => {
  it.each([
    ['disk_full', '53100', 507, 'server_full', serverMessages.serverFull],
    ['out_of_memory', '53200', 503, 'server_unavailable', serverMessages.serverUnavailable],
    ['read_only_sql_transaction', '25006', 503, 'server_unavailable', serverMessages.serverUnavailable],
    ['deadlock_detected', '40P01', 503, 'server_unavailable', serverMessages.serverUnavailable],
    ['query_canceled', '57014', 503, 'server_unavailable', serverMessages.serverUnavailable],
    ['lock_not_available', '55P03', 503, 'server_unavailable', serverMessages.serverUnavailable],
    // The condition of all errors of pgbouncer, such as `server login has been failing`.
    ['protocol_violation', '08P01', 503, 'server_unavailable', serverMessages.serverUnavailable],
  ])('because of %s leaves no receipt and is stored once when it is sent again', async (...condition) => {
    const [, sqlState, status, code, error] = condition;
    const { server, recover } = await failingServer(sqlState);
    const send = { as: server.people.admin, key: randomUUID(), body: { id: 'neap', title: 'Neap' } };
    const refused = await server.request(ADD, send);
    expect(refused.status).toBe(status);
    expect(refused.refusal).toMatchObject({ code, error });
    expect(refused.header('Receipt')).toBeNull();
    await recover();
    expect((await server.request(ADD, send)).status).toBe(200);
    const again = await server.request(ADD, send);
    expect([again.status, again.header('Idempotency-Replayed')]).toEqual([200, 'true']);
  });
});

describe('a server on which a wait for a lock is limited', () => {
  it('goes on after a writing transaction did not get its lock', async () => {
    const [first] = await severalServers(1);
    if (first === undefined) throw new Error('There is no server');
    const server = await anotherServer(first, '-c lock_timeout=50');
    const add = (id: string) =>
      server.request(ADD, { as: first.people.admin, key: randomUUID(), body: { id, title: 'Neap' } });
    const refused = await inTransaction(first.deps.db, () => add('neap'));
    expect([refused.status, refused.refusal.code]).toEqual([503, 'server_unavailable']);
    for (const id of ['spring', 'ebb']) expect((await add(id)).status).toBe(200);
  });
});
