import { randomUUID } from 'node:crypto';
import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { openToRead } from '../backup/database-facts.ts';
import { openDatabase } from '../db/open.ts';
import { inTransaction } from '../db/transaction.ts';
import { carrel } from '../operator/carrel-for-test.ts';
import { insertCourse } from '../seed/insert-course.ts';
import { activate, edit, labels, pullAll } from '../sync/sync-for-test.ts';
import { fixtureCourse } from '../testing/fixture-courses.ts';
import { dropTestDatabase, query } from '../testing/postgres/test-database.ts';
import { createTestServer, type TestServer } from '../testing/test-server.ts';
import { compareRows } from './copy-rows.ts';
import { moveToPostgres } from './move-to-postgres.ts';
import type { MovedDatabase } from './rows.ts';
import { SqliteRows } from './sqlite-rows.ts';
import { listTables } from './table-shape.ts';

const config = { secret: 'the same thirty-two bytes for all' };
const LESSON = 'tides-lesson-1';
const PATH = `/api/admin/lessons/${LESSON}`;

async function emptyDatabase(): Promise<string> {
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/moved-${randomUUID()}`;
  await query(inject('postgresUrl'), `create database "${url.pathname.slice(1)}"`);
  onTestFinished(() => dropTestDatabase(url.href));
  return url.href;
}

/** Serves the folder, on SQLite or on the database at `databaseUrl`, and stops with `work`. */
async function serving<T>(
  dataFolder: string,
  databaseUrl: string | undefined,
  work: (server: TestServer) => Promise<T>,
): Promise<T> {
  const server = await createTestServer({ dataFolder, keepData: true, config: { ...config, databaseUrl } });
  try {
    return await work(server);
  } finally {
    await server.close();
  }
}

const file = (dataFolder: string) => join(dataFolder, 'carrel.sqlite');

/** A folder with a SQLite database in which people worked, and what a device knows of it. */
async function usedFolder() {
  const dataFolder = mkdtempSync(join(tmpdir(), 'carrel-move-'));
  onTestFinished(() => rmSync(dataFolder, { recursive: true, force: true }));
  const rename = { method: 'PUT', key: randomUUID(), body: { title: 'Flow' } };
  const known = await serving(dataFolder, undefined, async (server) => {
    const createdAt = server.clock.now().toISOString();
    await inTransaction(server.deps.db, (trx) =>
      insertCourse(trx, fixtureCourse(), { position: 'a0', createdAt }),
    );
    const { admin, alice } = server.people;
    await activate(server, alice);
    const entries = [{ lessonId: LESSON, positionSeconds: 12.5, updatedAt: '2026-11-21T07:00:00.000Z' }];
    await server.request('/api/progress', { method: 'PUT', as: alice, body: { entries } });
    await edit(server, `lessons/${LESSON}`, { title: 'Ebb', content: '<p>Ä ß 漢字 🙂</p>' });
    await server.request(PATH, { ...rename, as: admin });
    return pullAll(server, admin);
  });
  return { dataFolder, rename, ...known };
}

const run = (dataFolder: string, to: string, databaseUrl?: string) =>
  carrel(dataFolder, ['move', '--to', to], { ...config, databaseUrl });

describe('carrel move', () => {
  it('copies everything to PostgreSQL and back: devices go on from their cursors, and nothing runs twice', async () => {
    const { dataFolder, rename, cursor, epoch } = await usedFolder();
    const url = await emptyDatabase();
    const moved = await run(dataFolder, url);
    expect(moved).toMatchObject({ code: 0, err: expect.stringContaining('rows compared') });
    expect(moved.out).toMatch(/^Moved \d+ rows, and every one is the same in both databases\./);
    const later = await serving(dataFolder, url, async (server) => {
      const { admin, alice } = server.people;
      const repeat = await server.request(PATH, { ...rename, as: admin });
      expect([repeat.status, repeat.header('Idempotency-Replayed')]).toEqual([200, 'true']);
      const pulled = await pullAll(server, admin, { cursor });
      expect([pulled.epoch, labels(pulled.changes)]).toEqual([epoch, []]);
      const progress = await server.request('/api/progress', { as: alice });
      expect(progress.text).toContain('"positionSeconds":12.5');
      expect((await server.request('/api/courses/tides/content', { as: alice })).text).toContain(
        'Ä ß 漢字 🙂',
      );
      await edit(server, `lessons/${LESSON}`, { title: 'On PostgreSQL' });
      return pullAll(server, admin, { cursor });
    });
    expect(labels(later.changes)).toEqual(['course tides', `lesson ${LESSON}`]);

    expect(await run(dataFolder, 'sqlite', url)).toMatchObject({ code: 1 });
    renameSync(file(dataFolder), `${file(dataFolder)}.old`);
    expect(await run(dataFolder, 'sqlite', url)).toMatchObject({ code: 0 });
    await serving(dataFolder, undefined, async (server) => {
      const pulled = await pullAll(server, server.people.admin, { cursor: later.cursor });
      expect([pulled.epoch, labels(pulled.changes)]).toEqual([epoch, []]);
      const read = await server.request('/api/courses/tides/content', { as: server.people.alice });
      expect(read.text).toContain('On PostgreSQL');
    });
  });

  it('that was interrupted lets no server start, and is finished by the next one', async () => {
    const { dataFolder, epoch } = await usedFolder();
    const url = await emptyDatabase();
    let tables = 0;
    const onProgress = () => {
      tables += 1;
      if (tables === 12) throw new Error('interrupted');
    };
    const log = pino({ level: 'silent' });
    await expect(moveToPostgres({ dataFolder, url, log, onProgress })).rejects.toThrow('interrupted');
    await expect(serving(dataFolder, url, async () => {})).rejects.toThrow('carrel move was interrupted');
    expect(await run(dataFolder, url)).toMatchObject({ code: 0 });
    const pulled = await serving(dataFolder, url, (server) => pullAll(server, server.people.admin));
    expect(pulled.epoch).toBe(epoch);
  });

  it('refuses a database with users, one that a server uses, and a folder without one', async () => {
    const { dataFolder } = await usedFolder();
    const url = await emptyDatabase();
    const used = await serving(dataFolder, url, () => run(dataFolder, url));
    expect(used).toMatchObject({ code: 1, err: expect.stringContaining('Stop all servers first') });
    const full = await run(dataFolder, url);
    expect(full).toMatchObject({ code: 1, err: expect.stringContaining('has users already') });
    const none = await run(tmpdir(), url);
    expect(none).toMatchObject({ code: 2, err: expect.stringContaining('has no database') });
  });

  it('names the row that PostgreSQL cannot store, and leaves the file as it is', async () => {
    const { dataFolder } = await usedFolder();
    const db = openDatabase(file(dataFolder));
    await db.updateTable('lessons').set({ description: 'a\0b' }).where('id', '=', LESSON).execute();
    await db.destroy();
    const { code, err } = await run(dataFolder, await emptyDatabase());
    expect(code).toBe(1);
    expect(err).toContain(`the row ${LESSON} of the table lessons has a text with the character U+0000`);
  });

  it('fails where a row differs', async () => {
    const { dataFolder } = await usedFolder();
    const db = openToRead(file(dataFolder));
    const lessons = listTables(db).find(({ name }) => name === 'lessons');
    if (lessons === undefined) throw new Error('There is no table of lessons');
    const from = new SqliteRows(db);
    const to: MovedDatabase = {
      ...{ countRows: () => from.countRows(lessons), insertRows: async () => {} },
      async *readRows(table) {
        for await (const rows of from.readRows(table))
          yield rows.map((row) => [...row.slice(0, -1), 'later']);
      },
    };
    const compared = compareRows({ from, to, tables: [lessons], onProgress: () => {} });
    await expect(compared).rejects.toThrow('the row tides-lesson-1 of the table lessons is not the same');
    db.close();
  });
});
