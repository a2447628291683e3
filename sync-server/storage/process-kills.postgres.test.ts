import { randomInt } from 'node:crypto';
import { setTimeout as rest } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startPostgres } from '../testing/postgres/postgres-server.ts';
import { countAcks, findLoss, NO_LOSS } from '../testing/processes/lesson-writers.ts';
import { dataFolderForTest } from '../testing/processes/server-process.ts';
import { dataFolderOn, PROCESSES, underLoad } from '../testing/processes/under-load.ts';

/** `KILLS=200` is a long run: a round takes as long as a start of the server. */
const KILLS = Number(process.env.KILLS ?? 3);
const ACKS_MAX = 30;
const KILL_WITHIN_MS = 10;

describe('three processes on one database, under load', () => {
  it(`one of which is killed ${KILLS} times, lose and double no edit`, {
    timeout: 120_000 + KILLS * 60_000,
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
    timeout: 240_000,
  }, async () => {
    const postgres = await startPostgres();
    onTestFinished(() => postgres.stop());
    const dataFolder = await dataFolderOn(postgres.urlOf('postgres'));
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
    for (const { url } of servers)
      await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(200);
  });
});
