import { randomInt } from 'node:crypto';
import { setTimeout as rest } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startPostgres } from '../testing/postgres/postgres-server.ts';
import { noteDatabase, query, shareDatabase } from '../testing/postgres/test-database.ts';
import { countAcks, findLoss, LessonWriter, NO_LOSS } from '../testing/processes/lesson-writers.ts';
import { dataFolderForTest, signInAdmin, startServerProcess } from '../testing/processes/server-process.ts';

/** `KILLS=200` is a long run: a round takes as long as a start of the server. */
const KILLS = Number(process.env.KILLS ?? 3);
const PROCESSES = 3;
const WRITERS = 6;
const ACKS_MAX = 30;
const KILL_WITHIN_MS = 10;

type Server = Awaited<ReturnType<typeof startServerProcess>>;

/** Three server processes, with a data folder each, on the database of a folder, and writers that use whichever of them replies. */
async function underLoad(dataFolder: string) {
  const servers: Server[] = [await startServerProcess({ dataFolder })];
  const { token, addLessons } = await signInAdmin(servers[0]?.url ?? '');
  const writers = (await addLessons(WRITERS)).map((id) => new LessonWriter(id));
  const folders = [dataFolder];
  while (folders.length < PROCESSES) folders.push(shareDatabase(dataFolder, dataFolderForTest()));
  const start = (index: number) => startServerProcess({ dataFolder: folders[index] ?? '' });
  while (servers.length < PROCESSES) servers.push(await start(servers.length));
  let isWriting = true;
  let turn = 0;
  const nextUrl = () => {
    turn += 1;
    return isWriting ? (servers[turn % PROCESSES]?.url ?? null) : null;
  };
  const writing = Promise.all(writers.map((writer) => writer.writeToSeveral(nextUrl, token)));
  const stop = async () => {
    isWriting = false;
    await writing;
  };
  return { servers, writers, writing, stop, start };
}

describe('three processes on one database, under load', () => {
  it(`one of which is killed ${KILLS} times, lose and double no edit`, {
    timeout: 60_000 + KILLS * 30_000,
  }, async () => {
    const dataFolder = dataFolderForTest();
    const { servers, writers, writing, stop, start } = await underLoad(dataFolder);
    for (let kill = 0; kill < KILLS; kill += 1) {
      // A writer that fails ends the wait too.
      await Promise.race([countAcks(writers, 1 + randomInt(ACKS_MAX)), writing]);
      await rest(randomInt(KILL_WITHIN_MS));
      const index = randomInt(PROCESSES);
      await servers[index]?.kill();
      servers[index] = await start(index);
    }
    await stop();
    const { loss, summary } = await findLoss(dataFolder, writers);
    process.stdout.write(`${KILLS} kills of a process: ${summary}\n`);
    expect(loss).toEqual(NO_LOSS);
  });

  it('continue when PostgreSQL was restarted, and lose and double no edit', {
    timeout: 120_000,
  }, async () => {
    const postgres = await startPostgres();
    onTestFinished(() => postgres.stop());
    await query(postgres.urlOf('postgres'), 'create database carrel');
    const dataFolder = dataFolderForTest();
    noteDatabase(dataFolder, postgres.urlOf('carrel'));
    const { servers, writers, writing, stop } = await underLoad(dataFolder);
    for (let round = 0; round < 2; round += 1) {
      await Promise.race([countAcks(writers, 20), writing]);
      await postgres.restart();
    }
    await Promise.race([countAcks(writers, 20), writing]);
    await stop();
    const { loss, summary } = await findLoss(dataFolder, writers);
    process.stdout.write(`2 restarts of PostgreSQL: ${summary}\n`);
    expect(loss).toEqual(NO_LOSS);
    for (const { url } of servers) expect((await fetch(`${url}/readyz`)).status).toBe(200);
  });
});
