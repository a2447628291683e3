import autocannon from 'autocannon';
import { usageOf, type Watched, watchSettings } from '#bench/watched.ts';
import { CarrelServer } from '#e2e/world/carrel-server.ts';
import { freePort } from '#e2e/world/free-port.ts';
import { type MeasuredDatabase, openMeasuredPostgres, sqlite } from './measure/databases.ts';
import { addLearners } from './measure/learners.ts';
import { accountsOf, type NextRequest, pullsOf, savesOf } from './measure/requests.ts';

/*
 * Measures what inputs.ts says of this machine, with the built server (`npm run build`) and 16 callers. Processor times
 * depend less on other work than rates do. Needs Linux.
 *
 *   npx tsx tools/capacity/measure-requests.ts
 */

const LEARNERS = 100;
const CALLERS = 16;
const SECONDS = 4;
const SECRET = 'a secret of forty characters for a bench';

interface Measured {
  readonly server: CarrelServer;
  readonly watched: Watched;
  readonly database: MeasuredDatabase;
}

async function measure(name: string, next: NextRequest, { server, watched, database }: Measured) {
  const send = (duration: number) =>
    autocannon({
      ...{ url: server.url, connections: CALLERS, duration },
      requests: [{ setupRequest: (request) => ({ ...request, ...next() }) }],
    });
  await send(1);
  const receipts = await database.bytesOf('receipts');
  const before = { process: (await usageOf(watched)).cpuMs, database: await database.cpuMs() };
  const { requests, throughput, non2xx } = await send(SECONDS);
  const each = (ms: number) => `${(ms / requests.total).toFixed(2)} ms`;
  const figures = [
    `${requests.average.toFixed(0)}/s`,
    `process ${each((await usageOf(watched)).cpuMs - before.process)}`,
    `database ${each((await database.cpuMs()) - before.database)}`,
    `replies ${(throughput.total / requests.total).toFixed(0)} B`,
    ...(non2xx > 0 ? [`${non2xx} refused`] : []),
  ];
  const grown = ((await database.bytesOf('receipts')) ?? 0) - (receipts ?? 0);
  if (grown > 0) figures.push(`receipt ${(grown / requests.total).toFixed(0)} B`);
  console.log(`${database.name}, ${name}: ${figures.join(', ')}`);
}

async function measureOn(database: MeasuredDatabase): Promise<void> {
  const watchPort = await freePort();
  const settings = { CARREL_SECRET: SECRET, CARREL_TRANSCODE: 'off', ...database.settings };
  const server = await CarrelServer.start({ ...settings, ...watchSettings(watchPort) });
  try {
    await server.stop();
    const learners = await addLearners(LEARNERS, { ...settings, CARREL_DATA: server.dataFolder });
    await server.start();
    const measured = { server, watched: { url: server.url, watchPort }, database };
    await measure('pulls after changes of others', await pullsOf(server.url, learners), measured);
    await measure('accounts', accountsOf(learners), measured);
    await measure('saved positions', savesOf(learners), measured);
  } finally {
    await server.dispose();
    await database.stop();
  }
}

await measureOn(sqlite);
await measureOn(await openMeasuredPostgres());
