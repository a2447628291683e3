import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { databaseFile } from '#sync-server/testing/database-file.ts';
import { untilNextTurn } from '#sync-server/turns/next-turn.ts';
import { migrate } from '../migrate.ts';
import { type Db, openDatabase } from '../open.ts';
import { inSnapshot, inTransaction, type Trx } from '../transaction.ts';
import { LogSync } from './log-sync.ts';

const put = (trx: Trx, name: string) => trx.insertInto('counters').values({ name, value: 1 }).execute();
const namesIn = async (db: Db) =>
  (await db.selectFrom('counters').select('name').where('value', '=', 1).execute()).map(({ name }) => name);

/** A disk that writes nothing before `end` is called. */
class SlowDisk {
  readonly waiting: { readonly end: () => void; readonly fail: (error: Error) => void }[] = [];

  sync(): Promise<void> {
    return new Promise((end, fail) => this.waiting.push({ end, fail }));
  }

  async close(): Promise<void> {}

  async untilAsked(): Promise<{ readonly end: () => void; readonly fail: (error: Error) => void }> {
    for (;;) {
      const asked = this.waiting.shift();
      if (asked !== undefined) return asked;
      await untilNextTurn();
    }
  }
}

async function slowDatabase() {
  const file = databaseFile();
  await migrate(file);
  const disk = new SlowDisk();
  const failures: unknown[] = [];
  const db = openDatabase(file, { log: disk, onSyncFailed: (error) => void failures.push(error) });
  return { db, disk, failures };
}

/** Whether a promise is settled after everything that can run has run. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  const note = () => {
    settled = true;
  };
  promise.then(note, note);
  for (let turn = 0; turn < 5; turn += 1) await untilNextTurn();
  return settled;
}

it('a commit resolves when it is on the disk, and no read shows it before', async () => {
  const { db, disk } = await slowDatabase();
  onTestFinished(() => db.destroy());
  const writing = inTransaction(db, (trx) => put(trx, 'written'));
  const asked = await disk.untilAsked();
  const snapshot = inSnapshot(db, namesIn);
  expect([await isSettled(writing), await isSettled(snapshot)]).toEqual([false, false]);
  expect(await namesIn(db)).toEqual([]);
  asked.end();
  await writing;
  expect([await namesIn(db), await snapshot]).toEqual([['written'], ['written']]);
});

it('the next transaction begins after the one before is on the disk', async () => {
  const { db, disk } = await slowDatabase();
  onTestFinished(() => db.destroy());
  const first = inTransaction(db, (trx) => put(trx, 'first'));
  const asked = await disk.untilAsked();
  const second = inTransaction(db, (trx) => put(trx, 'second'));
  expect(await isSettled(second)).toBe(false);
  expect(disk.waiting).toEqual([]);
  asked.end();
  (await disk.untilAsked()).end();
  await Promise.all([first, second]);
  expect(await namesIn(db)).toEqual(['first', 'second']);
});

it('a commit that the disk refused is reported, and neither acknowledged nor shown', async () => {
  const { db, disk, failures } = await slowDatabase();
  const writing = inTransaction(db, (trx) => put(trx, 'lost'));
  const error = new Error('EIO');
  (await disk.untilAsked()).fail(error);
  const later = inTransaction(db, (trx) => put(trx, 'later'));
  expect([await isSettled(writing), await isSettled(later)]).toEqual([false, false]);
  expect([failures, await namesIn(db)]).toEqual([[error], []]);
});

it('a failed transaction leaves reads on the last commit', async () => {
  const { db, disk } = await slowDatabase();
  onTestFinished(() => db.destroy());
  const failing = inTransaction(db, async (trx) => {
    await put(trx, 'half');
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  const writing = inTransaction(db, (trx) => put(trx, 'whole'));
  (await disk.untilAsked()).end();
  await writing;
  expect(await namesIn(db)).toEqual(['whole']);
});

it('closing waits for the commit under way', async () => {
  const { db, disk } = await slowDatabase();
  const writing = inTransaction(db, (trx) => put(trx, 'written'));
  const asked = await disk.untilAsked();
  const closed = db.destroy();
  expect(await isSettled(closed)).toBe(false);
  asked.end();
  await Promise.all([writing, closed]);
});

it('the log does not grow with the number of commits', async () => {
  const file = databaseFile();
  await migrate(file);
  const db = openDatabase(file);
  onTestFinished(() => db.destroy());
  const bytes = 40_000;
  for (let index = 0; index < 300; index += 1) {
    const content = randomBytes(bytes / 2).toString('hex');
    await inTransaction(db, (trx) => put(trx, `${index} ${content}`));
  }
  // Twelve megabytes were written; SQLite limits the log to about four.
  expect(statSync(`${file}-wal`).size).toBeLessThan(6_000_000);
});

it('the disk is asked by the path of the log, and its refusal is passed on', async () => {
  const file = databaseFile();
  await expect(new LogSync(`${file}-wal`).sync()).rejects.toMatchObject({ code: 'ENOENT' });
  await migrate(file);
  const db = openDatabase(file);
  onTestFinished(() => db.destroy());
  await inTransaction(db, (trx) => put(trx, 'written'));
  const log = new LogSync(`${file}-wal`);
  onTestFinished(() => log.close());
  await expect(log.sync()).resolves.toBeUndefined();
});
