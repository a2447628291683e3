import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import sharp from 'sharp';
import { describe, expect, it, vi } from 'vitest';
import { UserReply, UsersReply } from '#schema/account/profile.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { messages } from '#schema/messages/messages.ts';
import { serverMessages } from '#schema/messages/server-messages.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Person } from '../testing/people.ts';
import { onSqlite } from '../testing/postgres/on-sqlite.ts';
import { serverForTest } from '../testing/server-for-test.ts';
import type { RequestOptions } from '../testing/test-request.ts';
import type { TestServer } from '../testing/test-server.ts';

const itOnSqlite = onSqlite(it);

const KEY = '0190f5a0-0000-7000-8000-000000000002';

interface RoleChange {
  readonly who: string;
  readonly role: string;
  readonly as?: Person;
}
const setRole = (
  server: TestServer,
  { who, role, as = server.people.admin }: RoleChange,
  options: RequestOptions = {},
) => server.request(`/api/admin/users/${who}/role`, { method: 'PUT', as, body: { role }, ...options });

const list = async (server: TestServer) =>
  (await server.request('/api/admin/users', { as: server.people.admin })).read(UsersReply).users;

describe('the list of users', () => {
  it('contains every user in the order in which they joined, with their activated courses', async () => {
    const server = await serverForTest();
    server.clock.advance(1_000);
    const body = { name: 'Aaron First', email: 'aaron@example.org', password: 'a lamp of his own' };
    await server.request('/api/auth/register', { body });
    const { bob } = server.people;
    await server.request('/api/courses/tides/activate', {
      as: bob,
      body: { activationCode: 'TIDES-CODE-1' },
    });
    const users = await list(server);
    expect(users.map((user) => user.name)).toEqual([
      'admin Ashdown',
      'alice Ashdown',
      'bob Ashdown',
      'carol Ashdown',
      'Aaron First',
    ]);
    expect(users.map((user) => user.activatedCourses)).toEqual([[], [], ['tides'], [], []]);
  });

  it('contains small pictures', async () => {
    const server = await serverForTest();
    const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 };
    const image = sharp({ create: { width: 400, height: 400, channels: 3, background: '#888', noise } });
    const avatar = `data:image/jpeg;base64,${(await image.jpeg().toBuffer()).toString('base64')}`;
    const as = server.people.alice;
    const saved = await server.request('/api/users/alice', { method: 'PUT', as, body: { avatar } });
    const small = (await list(server)).find((user) => user.id === 'alice')?.avatar ?? '';
    expect(small).toMatch(/^data:image\/jpeg/);
    expect(small.length).toBeLessThan((saved.read(UserReply).user.avatar?.length ?? 0) / 4);
  });

  it('reveals no secret and is for admins only', async () => {
    const server = await serverForTest();
    const response = await server.request('/api/admin/users', { as: server.people.admin });
    expect(response.text).not.toMatch(/passwordHash|tokenVersion|argon2/);
    expect((await server.request('/api/admin/users', { as: server.people.alice })).status).toBe(403);
    expect((await server.request('/api/admin/users')).status).toBe(401);
  });

  it('takes two queries for each two hundred users', async () => {
    const server = await serverForTest();
    const query = vi.spyOn(server.deps.db.getExecutor(), 'executeQuery');
    await list(server);
    const before = query.mock.calls.length;
    expect(before).toBeGreaterThan(0);
    await insertUsers(server, 2_000);
    query.mockClear();
    expect(await list(server)).toHaveLength(2_004);
    expect(query).toHaveBeenCalledTimes(before + 2 * 10);
  });
});

describe('a page of users', () => {
  const page = async (server: TestServer, query: string) =>
    (await server.request(`/api/admin/users?${query}`, { as: server.people.admin })).read(
      endpoints.listUsers.output,
    );

  it('continues behind the last user, also when that one is gone', async () => {
    const server = await serverForTest();
    await insertUsers(server, 700);
    const first = await page(server, 'limit=500');
    expect(first.users).toHaveLength(500);
    const last = first.users.at(-1)?.id ?? '';
    await inTransaction(server.deps.db, (trx) => trx.deleteFrom('users').where('id', '=', last).execute());
    const second = await page(server, `limit=500&after=${encodeURIComponent(first.next ?? '')}`);
    expect(second.next).toBeNull();
    const ids = [...first.users, ...second.users].map(({ id }) => id);
    expect(new Set(ids).size).toBe(704);
  });

  itOnSqlite('takes few queries, reads from the index of its order, and no picture', async () => {
    const server = await serverForTest();
    await insertUsers(server, 700);
    const query = vi.spyOn(server.deps.db.getExecutor(), 'executeQuery');
    await page(server, 'limit=100');
    expect(query.mock.calls.length).toBeLessThan(6);
    const texts = query.mock.calls.map(([{ sql }]) => sql);
    const ofUsers = texts.find((sql) => sql.includes('order by "createdAt"')) ?? '';
    expect(ofUsers).not.toMatch(/"avatarSmall"(?! is not null)|"avatar"/);
    expect(planOf(server, ofUsers)).toMatch(/USING INDEX usersByJoining/);
    expect(planOf(server, ofUsers)).not.toMatch(/TEMP B-TREE/);
  });

  it('has the address of a picture, which is signed and expires', async () => {
    const server = await serverForTest();
    const { admin, alice } = server.people;
    const image = sharp({ create: { width: 40, height: 40, channels: 3, background: '#888' } });
    const avatar = `data:image/jpeg;base64,${(await image.jpeg().toBuffer()).toString('base64')}`;
    await server.request('/api/users/alice', { method: 'PUT', as: alice, body: { avatar } });
    const { users } = await page(server, 'limit=10');
    expect(users.filter((user) => user.avatar !== null).map(({ id }) => id)).toEqual(['alice']);
    const address = users.find(({ id }) => id === 'alice')?.avatar ?? '';
    const picture = await server.request(address);
    expect([picture.status, picture.header('Content-Type')]).toEqual([200, 'image/jpeg']);
    expect((await sharp(picture.bytes).metadata()).format).toBe('jpeg');
    expect((await server.request(address.replace('alice', 'bob'))).status).toBe(403);
    expect((await server.request('/media/avatars/alice', { as: admin })).status).toBe(403);
    server.clock.advance(25 * 60 * 60 * 1_000);
    expect((await server.request(address)).status).toBe(403);
  });

  it.each(['limit=0', 'limit=501', 'limit=x', 'limit=5&after=nowhere'])(
    'is refused for %s',
    async (query) => {
      const server = await serverForTest();
      const response = await server.request(`/api/admin/users?${query}`, { as: server.people.admin });
      expect([response.status, response.refusal.code]).toEqual([400, 'invalid_input']);
    },
  );
});

/** The query plan of a statement, one line per step. */
function planOf(server: TestServer, sql: string): string {
  const db = new Sqlite(join(server.deps.config.dataFolder, 'carrel.sqlite'), { readonly: true });
  const values = Array.from({ length: sql.split('?').length - 1 }, () => '');
  const steps = db.prepare<unknown[], { detail: string }>(`explain query plan ${sql}`).all(...values);
  db.close();
  return steps.map(({ detail }) => detail).join('\n');
}

async function insertUsers(server: TestServer, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, i) => ({
    id: `p-${i}`,
    name: `Person ${i}`,
    email: `p${i}@example.org`,
    passwordHash: '',
    role: 'user' as const,
    avatar: null,
    avatarSmall: null,
    tokenVersion: 1,
    mustChangePassword: 0 as const,
    createdAt: '2026-11-22T00:00:00.000Z',
    updatedAt: '2026-11-22T00:00:00.000Z',
  }));
  for (let i = 0; i < rows.length; i += 500) {
    await inTransaction(server.deps.db, (trx) =>
      trx
        .insertInto('users')
        .values(rows.slice(i, i + 500))
        .execute(),
    );
  }
}

describe('a role', () => {
  it('applies from the very next request, with the existing token', async () => {
    const server = await serverForTest();
    const { alice } = server.people;
    const response = await setRole(server, { who: 'alice', role: 'admin' });
    expect(response.read(UserReply).user).toMatchObject({ id: 'alice', role: 'admin' });
    expect((await server.request('/api/admin/users', { as: alice })).status).toBe(200);
    await setRole(server, { who: 'alice', role: 'user' });
    expect((await server.request('/api/admin/users', { as: alice })).status).toBe(403);
    expect((await server.request('/api/auth/me', { as: alice })).status).toBe(200);
  });

  it('cannot be changed by its own user', async () => {
    const server = await serverForTest();
    const response = await setRole(server, { who: 'admin', role: 'user' });
    expect(response.status).toBe(409);
    expect(response.refusal).toMatchObject({ error: serverMessages.roleOwn, code: 'role_own' });
  });

  it('of the last admin remains: of two who demote each other at once, one remains', async () => {
    const server = await serverForTest();
    await setRole(server, { who: 'alice', role: 'admin' });
    const { alice, admin } = server.people;
    const both = await Promise.all([
      setRole(server, { who: 'admin', role: 'user', as: alice }),
      setRole(server, { who: 'alice', role: 'user', as: admin }),
    ]);
    expect(both.map((response) => response.status).sort()).toEqual([200, 403]);
    const admins = await server.deps.db
      .selectFrom('users')
      .select('id')
      .where('role', '=', 'admin')
      .execute();
    expect(admins).toHaveLength(1);
  });

  it('is assigned by admins, and reveals to others nothing about existing users', async () => {
    const server = await serverForTest();
    const { alice } = server.people;
    for (const who of ['alice', 'bob', 'nobody']) {
      const response = await setRole(server, { who, role: 'admin', as: alice });
      expect(response.status).toBe(403);
      expect(response.refusal.error).toBe(messages.notAllowed);
    }
    const absent = await setRole(server, { who: 'nobody', role: 'admin' });
    expect([absent.status, absent.refusal.error]).toEqual([404, messages.userNotFound]);
    expect((await setRole(server, { who: 'alice', role: 'owner' })).status).toBe(400);
  });

  it('is assigned once for a repeated command', async () => {
    const server = await serverForTest();
    const first = await setRole(server, { who: 'alice', role: 'admin' }, { key: KEY });
    await setRole(server, { who: 'alice', role: 'user' });
    const repeat = await setRole(server, { who: 'alice', role: 'admin' }, { key: KEY });
    expect([repeat.text, repeat.header('Idempotency-Replayed')]).toEqual([first.text, 'true']);
    expect((await list(server)).find((user) => user.id === 'alice')?.role).toBe('user');
  });

  it('is logged with its assigner, and pulled by the devices of its user', async () => {
    const server = await serverForTest();
    await setRole(server, { who: 'alice', role: 'admin' });
    const line = server.log.find((one) => one.includes('role changed')) ?? '{}';
    expect(JSON.parse(line)).toMatchObject({ by: 'admin', userId: 'alice', role: 'admin' });
    const changes = await server.deps.db.selectFrom('changes').selectAll().orderBy('sequence').execute();
    expect(changes.at(-1)).toMatchObject({ kind: 'user', id: 'alice' });
  });
});
