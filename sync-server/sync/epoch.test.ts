import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { getLastSequence } from '../db/changes/changes-queries.ts';
import type { Person } from '../testing/people.ts';
import { createTestServer, type TestServer } from '../testing/test-server.ts';
import { pull, pullAll, sendBatch } from './sync-for-test.ts';

function folderForTest(): string {
  const folder = mkdtempSync(join(tmpdir(), 'carrel-epoch-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A server on a folder that remains when it stops; it stops with `work`. */
async function serving<T>(dataFolder: string, work: (server: TestServer) => Promise<T>): Promise<T> {
  const server = await createTestServer({ dataFolder, keepData: true });
  try {
    return await work(server);
  } finally {
    await server.close();
  }
}

/** A first run with a course of its own, a backup in the middle, and one more edit after it. */
async function runWithBackup(dataFolder: string) {
  const backup = join(dataFolder, 'backup.sqlite');
  const key = '0193f2a4-7f3b-4c6e-8a52-3d1f8b7c9e01';
  const course = { title: 'Knots', description: 'Ten that hold', instructor: 'Ines Holm' };
  const first = { path: '/api/admin/courses', body: { id: 'knots', ...course }, key };
  let token = '';
  const { cursor, epoch } = await serving(dataFolder, async (server) => {
    const { admin } = server.people;
    token = admin.token;
    await sendBatch(server, [first], { as: admin });
    await sql`vacuum into ${backup}`.execute(server.deps.db);
    await sendBatch(server, [{ path: '/api/admin/courses/knots/modules', body: { id: 'bends' } }], {
      as: admin,
    });
    return pullAll(server, admin);
  });
  const restoreBackup = () => {
    for (const end of ['-wal', '-shm']) rmSync(join(dataFolder, `carrel.sqlite${end}`), { force: true });
    copyFileSync(backup, join(dataFolder, 'carrel.sqlite'));
  };
  return { cursor, epoch, first, restoreBackup, token };
}

const sessionOf = (token: string): string =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sid;

const cursorStatus = async (server: TestServer, as: Person, cursor: string) =>
  (await server.request(`/api/sync?cursor=${cursor}`, { as })).status;

describe('the epoch', () => {
  it('stays the same over restarts, clean ones and kills', async () => {
    const folder = folderForTest();
    const { cursor, epoch } = await serving(folder, async (server) => pullAll(server, server.people.admin));
    const watermark = readFileSync(join(folder, 'watermark.json'), 'utf8');
    await serving(folder, async (server) => {
      expect((await pull(server, server.people.admin, { cursor })).epoch).toBe(epoch);
      await server.request('/api/users/alice', {
        method: 'PUT',
        as: server.people.alice,
        body: { name: 'A' },
      });
    });
    // A kill leaves an older watermark behind.
    writeFileSync(join(folder, 'watermark.json'), watermark);
    await serving(folder, async (server) => {
      expect((await pull(server, server.people.admin, { cursor })).epoch).toBe(epoch);
    });
  });

  it('is new when the database was restored, and every device starts from the beginning', async () => {
    const folder = folderForTest();
    const { cursor, epoch, first, restoreBackup } = await runWithBackup(folder);
    restoreBackup();
    await serving(folder, async (server) => {
      const { admin } = server.people;
      expect(await cursorStatus(server, admin, cursor)).toBe(410);
      const now = await pullAll(server, admin);
      expect(now.epoch).not.toBe(epoch);
      expect(now.changes.map(({ id }) => id)).not.toContain('bends');
      const { responses } = await sendBatch(server, [first], { as: admin });
      expect(responses[0]).toMatchObject({ status: 200, headers: { 'idempotency-replayed': 'true' } });
      expect(server.log.join('')).toContain('new epoch');
    });
    const { epoch: after } = await serving(folder, async (server) => pull(server, server.people.admin));
    expect(after).not.toBe(epoch);
  });

  it('when new ends every session, because sessions ended after the backup would be valid again', async () => {
    const folder = folderForTest();
    const { restoreBackup, token } = await runWithBackup(folder);
    const status = (server: TestServer) =>
      server.request('/api/progress', { headers: { Authorization: `Bearer ${token}` } });
    await serving(folder, async (server) => {
      expect((await status(server)).status).toBe(200);
      const body = { tickets: [server.deps.endTickets.ticketOf(sessionOf(token))] };
      await server.request('/api/auth/sign-out', { body });
      expect((await status(server)).status).toBe(401);
    });
    restoreBackup();
    await serving(folder, async (server) => expect((await status(server)).status).toBe(401));
  });

  it('is new when the database was restored and has more changes than before', async () => {
    const folder = folderForTest();
    const { cursor, epoch, restoreBackup } = await runWithBackup(folder);
    restoreBackup();
    await serving(folder, (server) => server.request('/healthz'));
    await serving(folder, async (server) => {
      const { admin } = server.people;
      await sendBatch(
        server,
        Array.from({ length: 10 }, (_, i) => ({
          path: '/api/admin/courses/knots/modules',
          body: { id: `later-${i}` },
        })),
        { as: admin },
      );
      expect(await cursorStatus(server, admin, cursor)).toBe(410);
      expect((await pull(server, admin)).epoch).not.toBe(epoch);
    });
  });

  it.each([
    ['is missing, as after a restore of the whole folder', null],
    ['cannot be read', '{"epoch"'],
  ])('is new when the watermark %s', async (_, content) => {
    const folder = folderForTest();
    const { epoch } = await serving(folder, async (server) => pull(server, server.people.admin));
    const path = join(folder, 'watermark.json');
    if (content === null) rmSync(path);
    else writeFileSync(path, content);
    await serving(folder, async (server) => {
      expect((await pull(server, server.people.admin)).epoch).not.toBe(epoch);
      expect(existsSync(path)).toBe(true);
    });
  });

  it('has its watermark written while the server runs', async () => {
    const folder = folderForTest();
    await serving(folder, async (server) => {
      const { alice } = server.people;
      const read = () => readFileSync(join(folder, 'watermark.json'), 'utf8');
      await server.deps.changeWatch.poll();
      const before = read();
      await server.request('/api/users/alice', {
        method: 'PUT',
        as: alice,
        body: { name: 'Alice the Second' },
      });
      await server.deps.changeWatch.poll();
      expect(read()).not.toBe(before);
    });
  });

  describe('has its watermark written again after a failed write', () => {
    /** A folder where the temporary file has to be: every write fails. */
    const blockerOf = (folder: string) => join(folder, 'watermark.json.new');
    const sequenceIn = (folder: string): unknown =>
      JSON.parse(readFileSync(join(folder, 'watermark.json'), 'utf8')).sequence;
    const rename = (server: TestServer, name: string) =>
      server.request('/api/users/alice', { method: 'PUT', as: server.people.alice, body: { name } });
    const failuresIn = (server: TestServer) =>
      server.log.filter((line) => line.includes('the watermark could not be written'));

    it('without another change, and logged once', async () => {
      const folder = folderForTest();
      await serving(folder, async (server) => {
        await server.deps.changeWatch.poll();
        mkdirSync(blockerOf(folder));
        await rename(server, 'Alice the Second');
        await server.deps.changeWatch.poll();
        await server.deps.changeWatch.poll();
        expect(failuresIn(server)).toHaveLength(1);
        rmSync(blockerOf(folder), { recursive: true });
        await server.deps.changeWatch.poll();
        expect(sequenceIn(folder)).toBe(await getLastSequence(server.deps.db));
        expect(server.log.join('')).toContain('the watermark is written again');
      });
    });

    it('at stop', async () => {
      const folder = folderForTest();
      const last = await serving(folder, async (server) => {
        await server.deps.changeWatch.poll();
        mkdirSync(blockerOf(folder));
        await rename(server, 'Alice the Second');
        await server.deps.changeWatch.poll();
        rmSync(blockerOf(folder), { recursive: true });
        return getLastSequence(server.deps.db);
      });
      expect(sequenceIn(folder)).toBe(last);
    });

    it('that happened at start, which does not fail', async () => {
      const folder = folderForTest();
      await serving(folder, async (server) => server.request('/healthz'));
      mkdirSync(blockerOf(folder));
      await serving(folder, async (server) => {
        expect(failuresIn(server)).toHaveLength(1);
        await rename(server, 'Alice the Second');
        rmSync(blockerOf(folder), { recursive: true });
        await server.deps.changeWatch.poll();
        expect(sequenceIn(folder)).toBe(await getLastSequence(server.deps.db));
      });
    });
  });
});
