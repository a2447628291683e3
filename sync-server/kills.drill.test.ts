import { randomInt } from 'node:crypto';
import { setTimeout as rest } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { countAcks, findLoss, LessonWriter, NO_LOSS } from './testing/processes/lesson-writers.ts';
import { dataFolderForTest, signInAdmin, startServerProcess } from './testing/processes/server-process.ts';

/** `KILLS=1000` is a long run: a round takes as long as a start of the server. */
const KILLS = Number(process.env.KILLS ?? 4);
const WRITERS = 6;
/** After so many acks of a round, and some milliseconds, in which the next edits are under way. */
const ACKS_MAX = 30;
const KILL_WITHIN_MS = 10;

it(`a server killed ${KILLS} times while it acknowledges edits loses and doubles none`, {
  timeout: 120_000 + KILLS * 60_000,
}, async () => {
  const dataFolder = dataFolderForTest();
  let server = await startServerProcess({ dataFolder });
  const { token, addLessons } = await signInAdmin(server.url);
  const writers = (await addLessons(WRITERS)).map((id) => new LessonWriter(id));
  for (let round = 1; round <= KILLS; round += 1) {
    const writing = Promise.all(writers.map((writer) => writer.writeTo(server.url, token)));
    // A writer that fails ends the wait too.
    await Promise.race([countAcks(writers, 1 + randomInt(ACKS_MAX)), writing]);
    await rest(randomInt(KILL_WITHIN_MS));
    await server.kill();
    await writing;
    server = await startServerProcess({ dataFolder });
  }
  await server.kill();
  const { loss, summary } = await findLoss(dataFolder, writers);
  process.stdout.write(`${KILLS} kills: ${summary}\n`);
  expect(loss).toEqual(NO_LOSS);
});
