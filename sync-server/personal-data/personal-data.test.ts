import { BlobReader, TextWriter, ZipReader } from '@zip.js/zip.js';
import { describe, expect, it } from 'vitest';
import type { Tables } from '../db/tables.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Person } from '../testing/people.ts';
import { serverForTest } from '../testing/server-for-test.ts';
import type { TestServer } from '../testing/test-server.ts';
import { personalTables } from './data-queries.ts';
import { leaveTraces } from './person-for-test.ts';

const request = (server: TestServer, as: Person, whose: string = as.id) =>
  server.request(`/api/users/${whose}/data`, { as });

/** The files of the archive, by their names. */
async function read(server: TestServer, as: Person): Promise<ReadonlyMap<string, string>> {
  const response = await request(server, as);
  expect([response.status, response.header('Content-Type')]).toEqual([200, 'application/zip']);
  const zip = new ZipReader(new BlobReader(new Blob([new Uint8Array(response.bytes)])));
  const files = new Map<string, string>();
  for (const entry of await zip.getEntries())
    if (!entry.directory) files.set(entry.filename, await entry.getData(new TextWriter()));
  await zip.close();
  return files;
}

const rowsIn = (files: ReadonlyMap<string, string>, name: string): unknown[] =>
  JSON.parse(files.get(`${name}.json`) ?? 'null');

/** Tables with a column that refers to a person. */
type TableOfPeople = {
  [Table in keyof Tables]: Extract<
    keyof Tables[Table],
    'userId' | 'createdBy' | 'deletedBy' | 'recipient' | 'email'
  > extends never
    ? never
    : Table;
}[Exclude<keyof Tables, 'users'>];

/** Where each of them is in the archive: a new one does not compile without its entry. */
const placeOf: Readonly<Record<TableOfPeople, string>> = {
  sessions: 'devices',
  signInNetworks: 'networks',
  secondFactors: 'two-step-sign-in',
  recoveryCodes: 'recovery-codes',
  passkeys: 'passkeys',
  passkeyChallenges: 'README',
  resetRequests: 'password-resets',
  resetTokens: 'password-resets',
  activations: 'courses',
  redemptions: 'codes',
  shopOrders: 'orders',
  deletedCourses: 'changes-to-courses',
  progress: 'progress',
  attempts: 'answers',
  grades: 'grades',
  supportRequests: 'support-requests',
  mails: 'mails',
  uploads: 'uploads',
  codeBatches: 'code-lists',
  revisions: 'changes-to-courses',
  receipts: 'receipts',
  changes: 'README',
};

describe('the own data', () => {
  it('has every table of the database that refers to a person', () => {
    const names = new Set(['README', ...personalTables.map(({ name }) => name)]);
    expect(Object.values(placeOf).filter((name) => !names.has(name))).toEqual([]);
  });

  it('has every table that stores something about a person, as JSON and as CSV', async () => {
    const server = await serverForTest();
    const files = await read(server, await leaveTraces(server));
    for (const { name, columns } of personalTables) {
      const rows = rowsIn(files, name);
      expect(rows.length, name).toBeGreaterThan(0);
      expect(Object.keys(Object(rows[0])), name).toEqual(columns);
      const lines = (files.get(`${name}.csv`) ?? '').split('\r\n');
      expect(lines[0], name).toBe(columns.join(','));
    }
    expect(JSON.parse(files.get('account.json') ?? '')).toMatchObject({ email: 'alice@example.org' });
    expect(rowsIn(files, 'courses')).toMatchObject([{ courseId: 'tides', title: 'Reading the tides' }]);
    expect(rowsIn(files, 'codes')).toMatchObject([{ code: 'TIDES-CODE-1' }, { courseId: 'tides' }]);
    expect(rowsIn(files, 'support-requests')).toMatchObject([{ message: 'The tide tables do not open' }]);
    expect(files.get('progress.csv')).toContain('tides-lesson-1,Lesson 1,');
    expect(files.get('README.txt')).toContain('support-requests');
  });

  it('has the order of a version before, which stored the email as the buyer wrote it', async () => {
    const server = await serverForTest();
    const alice = await leaveTraces(server);
    await inTransaction(server.deps.db, (trx) =>
      trx.updateTable('shopOrders').set({ email: 'Alice@Example.ORG' }).execute(),
    );
    expect(rowsIn(await read(server, alice), 'orders')).toMatchObject([{ email: 'Alice@Example.ORG' }]);
  });

  it('has no hash of a password and no secret', async () => {
    const server = await serverForTest();
    const alice = await leaveTraces(server);
    const all = [...(await read(server, alice)).values()].join('\n');
    expect(all).not.toMatch(
      /passwordHash|argon2|endTicketHash|sealedSecret|codeHash|tokenHash|publicKey|credentialId/,
    );
  });

  it('has all rows of a table with more than one page of them', async () => {
    const server = await serverForTest();
    const { alice } = server.people;
    await inTransaction(server.deps.db, async (trx) => {
      for (let at = 0; at < 1_203; at += 1) {
        const row = { userId: 'alice', key: `key-${at}`, fingerprint: '', status: 200, body: '' };
        await trx
          .insertInto('receipts')
          .values({ ...row, createdAt: server.deps.clock.now().toISOString() })
          .execute();
      }
    });
    const rows = rowsIn(await read(server, alice), 'receipts');
    expect(new Set(rows.map((row) => Object(row).key)).size).toBe(1_203);
  });

  it('is for oneself only, admins included, and not for a support request with the same email', async () => {
    const server = await serverForTest();
    const { alice, bob, admin } = server.people;
    expect((await request(server, bob, 'alice')).status).toBe(403);
    expect((await request(server, admin, 'alice')).status).toBe(403);
    expect((await server.request('/api/users/alice/data')).status).toBe(401);
    const support = { name: 'Somebody', email: alice.email, subject: 'other', message: 'Not by Alice' };
    await server.request('/api/support', { body: support });
    expect(rowsIn(await read(server, alice), 'support-requests')).toEqual([]);
  });

  it('is made ten times an hour at most', async () => {
    const server = await serverForTest();
    const { alice } = server.people;
    for (let count = 0; count < 10; count += 1) expect((await request(server, alice)).status).toBe(200);
    expect((await request(server, alice)).status).toBe(429);
  });
});
