import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findProjectRoot } from '../project-root.ts';
import { listeningServerForTest, serverForTest } from '../testing/server-for-test.ts';
import type { TestServer } from '../testing/test-server.ts';
import { addLesson, type Called, renameLesson, sendBatch, toBatched } from './sync-for-test.ts';

const MB = 1_024 * 1_024;

/** The size of the database without its free pages. */
async function usedBytes({ deps }: TestServer): Promise<number> {
  const read = async (name: string) => {
    const { rows } = await sql<Record<string, number>>`${sql.raw(`pragma ${name}`)}`.execute(deps.db);
    return Number(Object.values(rows[0] ?? {})[0]);
  };
  return ((await read('page_count')) - (await read('freelist_count'))) * (await read('page_size'));
}

describe('ten thousand aborted replays', () => {
  it('grow the database by less than a megabyte', { timeout: 240_000 }, async () => {
    const server = await serverForTest();
    const as = server.people.admin;
    const calls = Array.from({ length: 100 }, (_, i) => ({ ...addLesson(`lesson-${i}`), key: randomUUID() }));
    const stale: Called[] = calls.map(({ key: _, ...call }) => ({ ...call, key: randomUUID() }));
    stale.push({ ...renameLesson('tides-lesson-1', 'x'), headers: { 'If-Match': '"9"' } });
    await sendBatch(server, calls, { as });
    const before = await usedBytes(server);
    // Ten thousand replays take a device hours; here its limit per minute is reset with each batch.
    const forgetWrites = () => server.deps.limits.clear([{ limit: 'keyedWritesByUser', key: 'admin' }]);
    for (let n = 0; n < 90; n += 1) {
      await forgetWrites();
      await sendBatch(server, calls, { as });
    }
    for (let n = 0; n < 10; n += 1) {
      await forgetWrites();
      await sendBatch(server, stale.slice(1), { as, atomic: true });
    }
    expect((await usedBytes(server)) - before).toBeLessThan(MB);
  });
});

/**
 * Another process on the same file, in a loop until it is stopped: it copies the database, runs a long read
 * over everything, and now and then holds the write lock for a while, like a user of `sqlite3`. It waits for the lock as
 * long as it takes, because SQLite lets the twenty writers pass it.
 */
const INTRUDER = `
const Database = require('better-sqlite3');
const { rmSync } = require('node:fs');
const [file, copy, stop] = process.argv.slice(1);
const { existsSync } = require('node:fs');
const db = new Database(file, { timeout: 200_000 });
console.log('begun');
let rounds = 0;
while (!existsSync(stop)) {
  rmSync(copy, { force: true });
  db.prepare('vacuum into ?').run(copy);
  db.prepare('select count(*), sum(length(body)) from receipts').get();
  db.exec('begin immediate');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
  db.exec('commit');
  rounds += 1;
}
const whole = new Database(copy, { readonly: true }).pragma('integrity_check', { simple: true });
console.log('rounds ' + rounds + ' ' + whole);
`;

function startIntruder(folder: string) {
  const stop = join(folder, 'stop');
  const files = [join(folder, 'carrel.sqlite'), join(folder, 'copy.sqlite'), stop];
  const child = spawn(process.execPath, ['-e', INTRUDER, ...files], { cwd: findProjectRoot() });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  return { closed: once(child, 'close'), stop, output: () => output };
}

describe('twenty writers, a process that copies the database and one that counts', () => {
  it('all succeed: no request fails because the database is busy', { timeout: 240_000 }, async () => {
    const server = await listeningServerForTest();
    const { admin } = server.people;
    const folder = server.deps.config.dataFolder;
    const intruder = startIntruder(folder);
    await expect.poll(intruder.output, { timeout: 60_000 }).toContain('begun');
    const post = async (path: string, body: object) => {
      const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${admin.token}` };
      const response = await fetch(`${server.url}${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      return { status: response.status, text: await response.text() };
    };
    const write = async (writer: number) => {
      const statuses = new Set<number>();
      for (let n = 0; n < 5; n += 1) {
        const calls = [0, 1, 2].map((i) => addLesson(`w${writer}-${n}-${i}`));
        const batch = await post('/api/batch', { requests: calls.map(toBatched), atomic: n % 2 === 0 });
        for (const status of batch.text.matchAll(/"status":(\d+)/g)) statuses.add(Number(status[1]));
        statuses.add(batch.status);
        statuses.add((await server.request('/api/admin/stats', { as: admin })).status);
      }
      return statuses;
    };
    const found = await Promise.all(Array.from({ length: 20 }, (_, writer) => write(writer)));
    expect(found).toEqual(found.map(() => new Set([200])));
    writeFileSync(intruder.stop, '');
    await intruder.closed;
    expect(intruder.output()).toMatch(/rounds [1-9]\d* ok/);
    expect(existsSync(join(folder, 'copy.sqlite'))).toBe(true);
    const lessons = await server.deps.db
      .selectFrom('lessons')
      .select('id')
      .where('id', 'like', 'w%')
      .execute();
    expect(lessons).toHaveLength(300);
  });
});
