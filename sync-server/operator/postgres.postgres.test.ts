import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { getEpoch } from '../epoch/epoch-queries.ts';
import { anotherServer } from '../testing/postgres/several-servers.ts';
import { findDatabase, query } from '../testing/postgres/test-database.ts';
import { serverForTest } from '../testing/server-for-test.ts';
import { carrel } from './carrel-for-test.ts';

const config = { secret: 'the same thirty-two bytes for all' };

async function serverWithTools() {
  const server = await serverForTest({ config });
  const { dataFolder } = server.deps.config;
  const databaseUrl = findDatabase(dataFolder);
  return { server, run: (...argv: string[]) => carrel(dataFolder, argv, { ...config, databaseUrl }) };
}

describe('the operator’s commands on PostgreSQL', () => {
  it('make an admin, whom the running server accepts at the next request', async () => {
    const { server, run } = await serverWithTools();
    const { bob } = server.people;
    const listUsers = async () => (await server.request('/api/admin/users', { as: bob })).status;
    expect(await listUsers()).toBe(403);
    expect(await run('user', 'admin', bob.email)).toMatchObject({ code: 0 });
    expect(await listUsers()).toBe(200);
  });

  it.each(['backup', 'check', 'export'])('say what to use instead of carrel %s', async (name) => {
    const { run } = await serverWithTools();
    const { code, err } = await run(name, ...(name === 'check' ? [] : ['somewhere']));
    expect(code).toBe(2);
    expect(err).toMatch(/works with the SQLite file of the data folder.*(pg_dump|pg_amcheck)/);
  });

  it.each([
    ['restored', 'keep'],
    ['user', 'sign-out', 'bob@example.org'],
  ])('carrel %s says what to do when the server does not run', async (...argv) => {
    const databaseUrl = 'postgres://carrel:for-tests-only@127.0.0.1:1/carrel';
    const { code, err } = await carrel(tmpdir(), argv, { ...config, databaseUrl });
    expect(code).not.toBe(0);
    expect(err).toBe(
      'DATABASE_URL: nothing accepts connections at 127.0.0.1:1. Start PostgreSQL, or correct the address.',
    );
  });

  it('carrel restored refuses a database that no server has used, as before pg_restore', async () => {
    const { server } = await serverWithTools();
    const url = new URL(findDatabase(server.deps.config.dataFolder) ?? '');
    const name = `unused-${randomUUID()}`;
    await query(url.href, `create database "${name}"`);
    onTestFinished(() => query(url.href, `drop database "${name}" with (force)`));
    const databaseUrl = Object.assign(new URL(url), { pathname: `/${name}` }).href;
    const { code, err } = await carrel(tmpdir(), ['restored', 'keep'], { ...config, databaseUrl });
    expect(code).toBe(1);
    expect(err).toContain(
      'no server has used this database, so nothing was declared. Restore it first, or correct DATABASE_URL.',
    );
  });

  it('carrel doctor examines the database, and says that a crash would lose changes', async () => {
    const { run } = await serverWithTools();
    const { code, out } = await run('doctor');
    expect(out).toMatch(/^ok +database: PostgreSQL 17\.\d+ at 127\.0\.0\.1:\d+, database "carrel-[^"]+"/m);
    // The server of the tests does not wait for its disk.
    expect(out).toMatch(/^error +database: fsync is off: a crash of its machine loses acknowledged changes/m);
    expect(code).toBe(1);
    expect(out).not.toMatch(/CARREL_BACKUP|for-tests-only/);
  });

  it.each([
    ['no place of deleted accounts', () => undefined, 'CARREL_ERASURES: is not set'],
    [
      'one file of deleted accounts',
      (folder: string) => join(folder, 'one.jsonl'),
      'CARREL_ERASURES: names a file',
    ],
  ])('carrel doctor warns of %s, which several processes need or share', async (_, pathIn, message) => {
    const { server } = await serverWithTools();
    const { dataFolder } = server.deps.config;
    const parts = { ...config, databaseUrl: findDatabase(dataFolder), erasuresPath: pathIn(dataFolder) };
    const { out } = await carrel(dataFolder, ['doctor'], parts);
    expect(out).toContain(message);
    const shared = await carrel(dataFolder, ['doctor'], { ...parts, erasuresPath: dataFolder });
    expect(shared.out).not.toContain('CARREL_ERASURES:');
  });

  it('carrel doctor says why a database cannot be used', async () => {
    const { code, out } = await carrel('.', ['doctor'], {
      ...config,
      databaseUrl: 'postgres://x:y@127.0.0.1:1/z',
    });
    expect(out).toContain('nothing accepts connections at 127.0.0.1:1. Start PostgreSQL');
    expect(code).toBe(1);
  });

  it('carrel doctor finds a clock that was set back', async () => {
    const { server, run } = await serverWithTools();
    const future = "'2999-01-01T00:00:00.000Z'";
    await query(
      findDatabase(server.deps.config.dataFolder) ?? '',
      `update sessions set "lastSeenAt" = ${future}`,
    );
    expect((await run('doctor')).out).toContain('the clock was set back');
  });

  it('declare a restore: the next start begins a new epoch', async () => {
    const { server, run } = await serverWithTools();
    const epoch = await getEpoch(server.deps.db);
    expect(await run('restored', 'perhaps')).toMatchObject({ code: 2 });
    expect(await run('restored', 'discard')).toMatchObject({ code: 0 });
    await anotherServer(server);
    const restored = await getEpoch(server.deps.db);
    expect(restored).not.toBe(epoch);
    expect(await run('restored', 'complete')).toMatchObject({ code: 0 });
    await anotherServer(server);
    expect(await getEpoch(server.deps.db)).toBe(restored);
  });
});

it('carrel restored is refused on SQLite', async () => {
  const { code, err } = await carrel('.', ['restored', 'keep']);
  expect(code).toBe(2);
  expect(err).toContain('DATABASE_URL is not set');
});
