import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { addFile, folderForTest } from '#sync-server/backup/backup-for-test.ts';
import { serverForTest } from '#sync-server/testing/server-for-test.ts';
import { carrel } from '../carrel-for-test.ts';

/** Changes rows behind the server's back, without the database's own checks. */
function spoil(dataFolder: string, sql: string): void {
  const db = new Sqlite(join(dataFolder, 'carrel.sqlite'));
  db.pragma('foreign_keys = OFF');
  db.exec(sql);
  db.close();
}

async function checked() {
  const server = await serverForTest();
  const { dataFolder } = server.deps.config;
  return { server, dataFolder, check: (...args: string[]) => carrel(dataFolder, ['check', ...args]) };
}

describe('carrel check', () => {
  it('finds nothing wrong in a healthy folder, also while the server runs', async () => {
    const { server, check } = await checked();
    await addFile(server, 'one');
    const run = await check();
    expect(run.code).toBe(0);
    expect(run.out).not.toContain('error');
    expect(run.out).toContain('files: 1 as their rows say');
  });

  it.each([
    [
      'rows that refer to missing ones',
      "delete from courses where id = 'tides'",
      'refer to missing rows of courses',
    ],
    ['lessons without a text', 'delete from lessonContents', 'lessons without a text'],
    [
      'a counter below a number in use',
      "update counters set value = 1 where name = 'changes'",
      'is in use, and the',
    ],
    [
      'a newer version',
      "insert into kysely_migration values ('999-later', '')",
      'written by a newer version',
    ],
  ])('finds %s', async (_, sql, message) => {
    const { dataFolder, check } = await checked();
    spoil(dataFolder, sql);
    expect(await check()).toMatchObject({ code: 1, out: expect.stringContaining(message) });
  });

  it('finds files that are missing, have another size or, when it reads them, other bytes', async () => {
    const { server, dataFolder, check } = await checked();
    const path = (id: string) => join(dataFolder, 'media', id);
    const [missing, short, changed] = await Promise.all(
      ['one', 'two', 'three'].map((text) => addFile(server, text)),
    );
    rmSync(path(missing ?? ''));
    writeFileSync(path(short ?? ''), 't');
    writeFileSync(path(changed ?? ''), 'THREE');
    const run = await check();
    expect(run.code).toBe(1);
    expect(run.out).toContain(`media/${missing} is missing`);
    expect(run.out).toContain(`media/${short} has 1 bytes, its row says 3`);
    expect(run.out).not.toContain(`media/${changed}`);
    expect((await check('--bytes')).out).toContain(`media/${changed} has other bytes`);
  });

  it('warns of files without a row, except new ones', async () => {
    const { dataFolder, server, check } = await checked();
    await addFile(server, 'one');
    const stale = join(dataFolder, 'media', 'stale');
    writeFileSync(stale, 'x');
    expect((await check()).out).not.toContain('without a row');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 60 * 60 * 1_000 });
    onTestFinished(() => void vi.useRealTimers());
    const run = await check('--json');
    expect(run.code).toBe(0);
    expect(JSON.parse(run.out).findings).toContainEqual({
      ...{ level: 'warning', about: 'files' },
      text: '1 files have no row; they take space and are not backed up',
    });
  });

  it('reports a mail that could not be sent', async () => {
    const { dataFolder, check } = await checked();
    spoil(
      dataFolder,
      "insert into mails values ('m', 'passwordChanged', 'a@b.example', 'x', 3, '2030-01-01T00:00:00.000Z', 'refused', '2026-01-01T00:00:00.000Z', null, null)",
    );
    expect((await check()).out).toContain('1 of 1 waiting have failed before: refused');
  });

  it('says when a backup is overdue', async () => {
    const { dataFolder } = await checked();
    const folder = folderForTest();
    const backup = { folder, everyMs: 60_000, retainMs: 60_000 };
    const run = () => carrel(dataFolder, ['check'], { backup });
    expect(await run()).toMatchObject({ code: 1, out: expect.stringContaining('has none') });
    await carrel(dataFolder, ['backup'], { backup });
    expect(await run()).toMatchObject({ code: 0 });
  });

  it('fails where there is no database, and creates none', async () => {
    const folder = folderForTest();
    expect(await carrel(folder, ['check'])).toMatchObject({
      code: 1,
      out: expect.stringContaining('has none'),
    });
  });
});
