import { randomInt, randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { BatchReply } from '#schema/sync/batch.ts';
import { openDatabaseOf } from '#sync-server/testing/database-file.ts';
import {
  dataFolderForTest,
  signInAdmin,
  startServerProcess,
} from '#sync-server/testing/processes/server-process.ts';
import { toBatched } from '../sync-for-test.ts';

const KILLS = 4;
const seed = Number(process.env.KILL_SEED ?? randomInt(2 ** 31));

interface Sent {
  readonly key: string;
  readonly id: string;
  isAcknowledged: boolean;
}

interface Connection {
  readonly url: string;
  readonly token: string;
  readonly sent: Sent[];
}

/**
 * Sends ten new lessons in one batch and records which were acknowledged. False when the connection broke.
 */
async function sendTen({ url, token, sent }: Connection, atomic: boolean): Promise<boolean> {
  const lessons = Array.from({ length: 10 }, (): Sent => {
    return { key: randomUUID(), id: `k-${randomUUID()}`, isAcknowledged: false };
  });
  sent.push(...lessons);
  const requests = lessons.map(({ key, id }, i) =>
    toBatched({ path: '/api/admin/modules/first/lessons', body: { id }, key }, i),
  );
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
  const body = JSON.stringify({ requests, atomic });
  const reply = await fetch(`${url}/api/batch`, { method: 'POST', headers, body })
    .then((response) => response.json())
    .catch(() => null);
  if (reply === null) return false;
  const { responses } = v.parse(BatchReply, reply);
  for (const [i, lesson] of lessons.entries()) {
    lesson.isAcknowledged = responses[i]?.headers.receipt === lesson.key;
  }
  return true;
}

it(`a kill leaves of each call its effect and its receipt, or neither (seed ${seed})`, {
  timeout: 240_000,
}, async () => {
  const dataFolder = dataFolderForTest();
  const sent: Sent[] = [];
  for (let kill = 0; kill < KILLS; kill += 1) {
    const server = await startServerProcess({ dataFolder });
    const admin = await signInAdmin(server.url);
    if (kill === 0) await admin.addLessons(1);
    const connection = { url: server.url, token: admin.token, sent };
    const batches = Array.from({ length: 8 }, (_, n) => sendTen(connection, n % 2 === 0));
    // The reply to one of them arrives when the others are half done.
    await batches[(seed >> kill) % 5];
    await server.kill();
    await Promise.all(batches);
  }
  const db = openDatabaseOf(dataFolder);
  const lessons = new Set((await db.selectFrom('lessons').select('id').execute()).map(({ id }) => id));
  const receipts = new Set((await db.selectFrom('receipts').select('key').execute()).map(({ key }) => key));
  expect(sent.filter(({ isAcknowledged }) => isAcknowledged).length).toBeGreaterThan(10);
  for (const { key, id, isAcknowledged } of sent) {
    expect(lessons.has(id)).toBe(receipts.has(key));
    if (isAcknowledged) expect(lessons.has(id)).toBe(true);
  }
});
