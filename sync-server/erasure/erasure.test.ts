import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RawBuilder, sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { UserReply } from '#schema/account/profile.ts';
import { SessionReply } from '#schema/account/user.ts';
import { serverMessages } from '#schema/messages/server-messages.ts';
import { folderForTest } from '#sync-server/backup/backup-for-test.ts';
import { readConfig } from '../config.ts';
import { countActivations, countLearners } from '../courses/count-queries.ts';
import { inTransaction } from '../db/transaction.ts';
import { getEpoch } from '../epoch/epoch-queries.ts';
import { leaveTraces } from '../personal-data/person-for-test.ts';
import { insertUser } from '../sessions/user-queries.ts';
import { openShop, sendOrder, sold } from '../shops/shops-for-test.ts';
import { PASSWORD, type Person } from '../testing/people.ts';
import { serverForTest } from '../testing/server-for-test.ts';
import type { TestServer } from '../testing/test-server.ts';
import { applyErasures } from './erase-account.ts';
import { Erasures } from './erasures.ts';

const erase = (server: TestServer, as: Person, password: string = PASSWORD) =>
  server.request(`/api/users/${as.id}`, { method: 'DELETE', as, body: { password } });
const login = (server: TestServer, { email }: Person) =>
  server.request('/api/auth/login', { body: { email, password: PASSWORD } });
const fileOf = ({ deps }: TestServer) => join(deps.config.dataFolder, 'erasures.jsonl');

/** Every value of the database in which a text occurs, by table and column. */
async function findInDatabase({ deps: { db } }: TestServer, text: RegExp): Promise<string[]> {
  const found = new Set<string>();
  for (const table of tables) {
    const rows = await db.selectFrom(table).selectAll().execute();
    for (const row of rows)
      for (const [column, value] of Object.entries(row))
        if (text.test(String(value))) found.add(`${table}.${column}`);
  }
  return [...found].sort();
}

/** All tables; db/tables.ts fails to compile if one of them does not exist. */
const tables = [
  ...(['users', 'sessions', 'courses', 'deletedCourses', 'modules', 'lessons', 'lessonContents'] as const),
  ...(['resources', 'files', 'activationCodes', 'activations', 'activationCounts', 'progress'] as const),
  ...(['receipts', 'counters', 'changes', 'epochs', 'runs', 'codeBatches', 'signInNetworks'] as const),
  ...(['resetRequests', 'resetTokens', 'secondFactors', 'recoveryCodes', 'mails'] as const),
  ...(['passkeys', 'passkeyChallenges'] as const),
  ...(['supportRequests', 'transcodes', 'unusedFiles', 'uploads', 'uploadPieces', 'revisions'] as const),
  ...(['revisionTexts', 'redemptions', 'codeAlerts', 'shopSources', 'shopProducts'] as const),
  ...(['shopOrders', 'shopOrderCodes', 'shopIgnoredProducts', 'apiKeys', 'siteFields'] as const),
];

describe('deleting the own account', () => {
  it('leaves nothing of the person but the id, in tombstones and the history', async () => {
    const server = await serverForTest();
    const alice = await leaveTraces(server);
    const traces = /alice@|alice Ashdown|The tide tables do not open/i;
    expect((await findInDatabase(server, traces)).length).toBeGreaterThan(5);
    expect((await findInDatabase(server, /alice/)).length).toBeGreaterThan(15);
    expect((await erase(server, alice)).status).toBe(200);
    expect(await findInDatabase(server, traces)).toEqual([]);
    expect(await findInDatabase(server, /alice/)).toEqual([
      ...['changes.id', 'changes.userId', 'receipts.body', 'revisions.entityId'],
    ]);
    const { db } = server.deps;
    const left = await db.selectFrom('changes').selectAll().where('userId', '=', 'alice').execute();
    expect(left).toMatchObject([{ kind: 'user', id: 'alice', isDeleted: 1 }]);
    const history = await db.selectFrom('revisions').select(['entity', 'title', 'userId']).execute();
    expect(history.find(({ entity }) => entity === 'user')?.title).toBe('Deleted user');
    expect(history.find(({ entity }) => entity === 'module')?.userId).toBeNull();
  });

  it('finds the orders of the person however the buyer wrote the email', async () => {
    const server = await serverForTest();
    const { alice } = server.people;
    const shop = await openShop(server, 'woocommerce');
    for (const orderId of ['1001', '1002'])
      await sendOrder(server, shop, { orderId, email: 'Alice@Example.ORG' });
    const { db } = server.deps;
    expect(await db.selectFrom('shopOrders').select('email').distinct().execute()).toEqual([
      { email: alice.email },
    ]);
    // As a version before stored it.
    await inTransaction(db, (trx) =>
      trx
        .updateTable('shopOrders')
        .set({ email: 'Alice@Example.ORG' })
        .where('orderId', '=', '1002')
        .execute(),
    );
    for (const { code } of (await sold(server)).codes) {
      await server.request('/api/activate', { as: alice, body: { activationCode: code } });
      await inTransaction(db, (trx) => trx.deleteFrom('activations').execute());
    }
    await erase(server, alice);
    expect(await findInDatabase(server, /alice@/i)).toEqual([]);
  });

  it('ends every device and refuses the login', async () => {
    const server = await serverForTest();
    const { alice } = server.people;
    const second = (await login(server, alice)).read(SessionReply);
    await erase(server, alice);
    for (const token of [alice.token, second.token]) {
      const response = await server.request('/api/auth/me', { as: { ...alice, token } });
      expect([response.status, response.refusal.code]).toEqual([401, 'account_deleted']);
      expect(response.header('WWW-Authenticate')).toBe('Bearer');
    }
    expect((await login(server, alice)).refusal.code).toBe('wrong_credentials');
    expect((await server.request('/api/courses/tides', { as: alice })).status).toBe(200);
  });

  it('requires the password, and nobody does it for another user', async () => {
    const server = await serverForTest();
    const { alice, bob, admin } = server.people;
    const wrong = await erase(server, alice, 'a wrong password');
    expect([wrong.status, wrong.refusal.code]).toEqual([401, 'wrong_current_password']);
    expect(wrong.header('WWW-Authenticate')).toBeNull();
    for (const as of [bob, admin]) {
      const path = '/api/users/alice';
      const response = await server.request(path, { method: 'DELETE', as, body: { password: PASSWORD } });
      expect(response.status).toBe(403);
    }
    expect((await login(server, alice)).status).toBe(200);
  });

  it('is refused to the last admin, also of two who delete theirs at once', async () => {
    const server = await serverForTest();
    const { admin, alice } = server.people;
    const refused = await erase(server, admin);
    expect([refused.status, refused.refusal.error]).toEqual([409, serverMessages.accountLastAdmin]);
    const path = '/api/admin/users/alice/role';
    await server.request(path, { method: 'PUT', as: admin, body: { role: 'admin' } });
    const statuses = (await Promise.all([erase(server, admin), erase(server, alice)])).map((r) => r.status);
    expect(statuses.sort()).toEqual([200, 409]);
  });

  it('keeps a used code used, and counts the learner no more', async () => {
    const server = await serverForTest();
    const { alice, bob } = server.people;
    const unlock = (as: Person) =>
      server.request('/api/courses/tides/activate', { as, body: { activationCode: 'TIDES-CODE-1' } });
    await unlock(alice);
    expect(await countLearners(server.deps.db, 'tides')).toBe(1);
    await erase(server, alice);
    expect((await unlock(bob)).refusal.code).toBe('code_used');
    const redeemed = await server.request('/api/activate', {
      as: bob,
      body: { activationCode: 'TIDES-CODE-1' },
    });
    expect(redeemed.status).toBe(400);
    expect(await countLearners(server.deps.db, 'tides')).toBe(0);
    expect(await countActivations(server.deps.db)).toBe(0);
    const course = await server.request('/api/admin/courses/tides', { as: server.people.admin });
    expect(JSON.parse(course.text).course.codeStats).toEqual({ total: 3, used: 1, unused: 2 });
  });

  it('removes a thousand receipts and more', async () => {
    const server = await serverForTest();
    const { alice } = server.people;
    const createdAt = server.deps.clock.now().toISOString();
    await inTransaction(server.deps.db, async (trx) => {
      for (let at = 0; at < 1_050; at += 1) {
        const row = { userId: 'alice', key: `key-${at}`, fingerprint: '', status: 200, body: '', createdAt };
        await trx.insertInto('receipts').values(row).execute();
      }
    });
    await erase(server, alice);
    expect(await server.deps.db.selectFrom('receipts').select('key').execute()).toEqual([]);
  });

  it('lets the same email sign up again, as another person', async () => {
    const server = await serverForTest();
    const { alice } = server.people;
    await erase(server, alice);
    const body = { name: 'Alice Again', email: alice.email, password: 'a desk by the window' };
    const { user } = (await server.request('/api/auth/register', { body })).read(SessionReply);
    expect(user.id).not.toBe('alice');
    expect(user.activatedCourses).toEqual([]);
  });
});

describe('a deletion that fails on its way', () => {
  it('locks the account out, and is finished later', async () => {
    const server = await serverForTest();
    const { db, erasureRepeats } = server.deps;
    const { alice } = server.people;
    const execute = (query: RawBuilder<unknown>) => inTransaction(db, (trx) => query.execute(trx));
    await execute(sql`create table "strangers" ("userId" text references "users" ("id"))`);
    await execute(sql`insert into "strangers" values ('alice')`);
    expect((await erase(server, alice)).status).toBe(500);
    expect((await login(server, alice)).status).toBe(401);
    await execute(sql`drop table "strangers"`);
    await erasureRepeats.retry();
    expect(await db.selectFrom('users').select('id').where('id', '=', 'alice').execute()).toEqual([]);
  });
});

describe('a restored database', () => {
  /** Alice as a backup has her. */
  async function restoreAlice({ deps }: TestServer, passwordHash = 'none'): Promise<void> {
    const { db, clock } = deps;
    const createdAt = clock.now().toISOString();
    const fields = { id: 'alice', name: 'alice Ashdown', email: 'alice@example.org', passwordHash };
    await inTransaction(db, async (trx) => {
      await trx.deleteFrom('changes').where('userId', '=', 'alice').execute();
      await insertUser(trx, { ...fields, role: 'user', createdAt });
      const activation = {
        userId: 'alice',
        courseId: 'tides',
        activatedAt: createdAt,
        reason: '',
        isGiven: 0,
      } as const;
      await trx.insertInto('activations').values(activation).execute();
    });
  }

  it('loses the deleted accounts again at the start, as the file beside it says', async () => {
    const server = await serverForTest();
    await erase(server, server.people.alice);
    await restoreAlice(server);
    const started = { ...server.deps, erasures: new Erasures(server.deps.config) };
    expect(await applyErasures(started)).toBe(1);
    expect(await findInDatabase(server, /alice/i)).toEqual(['changes.id', 'changes.userId']);
    expect(await applyErasures(started)).toBe(0);
  });

  it('loses them also when a device shows while the server runs that it was restored', async () => {
    const server = await serverForTest();
    await erase(server, server.people.alice);
    // Deleted by another process, which appended its line since this one has started.
    const line = { userId: 'bob', erasedAt: server.deps.clock.now().toISOString() };
    appendFileSync(fileOf(server), `${JSON.stringify(line)}\n`);
    await restoreAlice(server);
    await server.deps.restores.begin(await getEpoch(server.deps.db), 9_999);
    const left = await server.deps.db.selectFrom('users').select('id').orderBy('id').execute();
    expect(left.map(({ id }) => id)).toEqual(['admin', 'carol']);
    expect(server.log.join('')).toContain('accounts that were deleted before the restore were deleted again');
  });

  it('loses them later if that failed, which the log says', async () => {
    const server = await serverForTest();
    const { db, restores, erasureRepeats } = server.deps;
    await erase(server, server.people.alice);
    await restoreAlice(server);
    const execute = (query: RawBuilder<unknown>) => inTransaction(db, (trx) => query.execute(trx));
    // A table of another program refers to the account.
    await execute(sql`create table "strangers" ("userId" text references "users" ("id"))`);
    await execute(sql`insert into "strangers" values ('alice')`);
    await restores.begin(await getEpoch(db), 9_999);
    const failures = () => server.log.filter((line) => line.includes('nobody can sign in to them')).length;
    const isThere = async () =>
      (await db.selectFrom('users').select('id').where('id', '=', 'alice').execute()).length > 0;
    expect([failures(), await isThere()]).toEqual([1, true]);
    await erasureRepeats.retry();
    expect([failures(), await isThere()]).toEqual([2, true]);
    await execute(sql`drop table "strangers"`);
    await erasureRepeats.retry();
    await erasureRepeats.retry();
    expect([failures(), await isThere()]).toEqual([2, false]);
    expect(server.log.filter((line) => line.includes('were deleted again'))).toHaveLength(1);
  });

  it('lets nobody sign in to them before they are deleted again, also with the token of a session that is back', async () => {
    const server = await serverForTest();
    const { alice } = server.people;
    const { db } = server.deps;
    const sessions = await db.selectFrom('sessions').selectAll().where('userId', '=', 'alice').execute();
    const { passwordHash } = await db
      .selectFrom('users')
      .select('passwordHash')
      .where('id', '=', 'alice')
      .executeTakeFirstOrThrow();
    await erase(server, alice);
    await restoreAlice(server, passwordHash);
    await inTransaction(db, (trx) => trx.insertInto('sessions').values(sessions).execute());
    const reply = await login(server, alice);
    expect([reply.status, reply.refusal.code]).toEqual([401, 'wrong_credentials']);
    const me = await server.request('/api/auth/me', { as: alice });
    expect([me.status, me.refusal.code]).toEqual([401, 'account_deleted']);
    expect((await login(server, server.people.bob)).status).toBe(200);
  });

  it('gives nobody the id of a deleted account, whatever proof their device has', async () => {
    const server = await serverForTest();
    const { alice } = server.people;
    const proof = (await server.request('/api/auth/me', { as: alice })).read(UserReply).user.accountProof;
    await erase(server, alice);
    await inTransaction(server.deps.db, async (trx) => {
      const epoch = { number: 2, epoch: '0190f5a0-0000-7000-8000-00000000000e' };
      await trx
        .insertInto('epochs')
        .values({ ...epoch, restoreIntent: null })
        .execute();
    });
    const body = { name: 'Alice', email: alice.email, password: 'a desk by the window', accountProof: proof };
    expect((await server.request('/api/auth/login', { body })).refusal.code).toBe('wrong_credentials');
    const { user } = (await server.request('/api/auth/register', { body })).read(SessionReply);
    expect(user.id).not.toBe('alice');
  });
});

describe('the file of erasures', () => {
  it('has a line with id and time for each account, and nothing else', async () => {
    const server = await serverForTest();
    await erase(server, server.people.alice);
    const erasedAt = server.deps.clock.now().toISOString();
    expect(readFileSync(fileOf(server), 'utf8')).toBe(`${JSON.stringify({ userId: 'alice', erasedAt })}\n`);
  });

  it('is read whole, although a line was cut when the power failed, and goes on after it', async () => {
    const server = await serverForTest();
    await erase(server, server.people.alice);
    appendFileSync(fileOf(server), '{"userId":"bo');
    const erasures = new Erasures(server.deps.config);
    expect(erasures.list().map(({ userId }) => userId)).toEqual(['alice']);
    erasures.append({ userId: 'carol', erasedAt: server.deps.clock.now().toISOString() });
    const again = new Erasures(server.deps.config);
    expect(again.list().map(({ userId }) => userId)).toEqual(['alice', 'carol']);
  });

  it('is where CARREL_ERASURES says', async () => {
    const folder = folderForTest();
    const { erasuresPath } = readConfig({ CARREL_ERASURES: join(folder, 'shared.jsonl') });
    const server = await serverForTest({ config: { erasuresPath } });
    await erase(server, server.people.alice);
    expect(readFileSync(join(folder, 'shared.jsonl'), 'utf8')).toContain('"alice"');
  });

  it('has no line for an account that was not deleted', async () => {
    const server = await serverForTest();
    await erase(server, server.people.admin);
    expect(new Erasures(server.deps.config).list()).toEqual([]);
  });
});
