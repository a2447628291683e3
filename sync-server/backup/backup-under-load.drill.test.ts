import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { carrelProcess } from '../operator/carrel-for-test.ts';
import { dataFolderForTest, signInAdmin, startServerProcess } from '../testing/processes/server-process.ts';
import { folderForTest } from './backup-for-test.ts';

const BACKUPS = 3;
const WRITERS = 4;

/** Writers that edit without a pause until they are stopped, and count what the server acknowledged. */
async function startWriters(url: string, token: string) {
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
  const statuses = new Set<number>();
  const acknowledged: string[] = [];
  let isStopped = false;
  const write = async (writer: number) => {
    for (let i = 0; !isStopped; i += 1) {
      const id = `module-${writer}-${i}`;
      const body = JSON.stringify({ id, title: 'x'.repeat(200) });
      const { status } = await fetch(`${url}/api/admin/courses/knots/modules`, {
        method: 'POST',
        headers,
        body,
      });
      statuses.add(status);
      acknowledged.push(id);
    }
  };
  const writing = Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
  const stop = () => {
    isStopped = true;
    return writing;
  };
  // Before the server is killed.
  onTestFinished(async () => {
    await stop();
  });
  return { acknowledged, statuses, stop };
}

it('backups under steady writes have every edit acknowledged before them, and no writer notices', {
  timeout: 240_000,
}, async () => {
  const dataFolder = dataFolderForTest();
  const folder = folderForTest();
  const server = await startServerProcess({ dataFolder });
  const admin = await signInAdmin(server.url);
  await admin.addLessons(1);
  const writers = await startWriters(server.url, admin.token);
  let written = 0;
  for (let i = 0; i < BACKUPS; i += 1) {
    const before = [...writers.acknowledged];
    const run = await carrelProcess({ CARREL_DATA: dataFolder }, ['backup', folder, '--json']);
    expect(run).toMatchObject({ code: 0 });
    const { path } = JSON.parse(run.out);
    const copy = new Sqlite(join(path, 'carrel.sqlite'), { readonly: true });
    const stored = new Set(copy.prepare('select id from modules').pluck().all());
    copy.close();
    expect(before.filter((id) => !stored.has(id))).toEqual([]);
    written = stored.size;
  }
  await writers.stop();
  expect(writers.statuses).toEqual(new Set([200]));
  expect(written).toBeGreaterThan(WRITERS * BACKUPS);
  expect(writers.acknowledged.length).toBeGreaterThan(written - WRITERS);
});
