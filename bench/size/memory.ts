import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import type { Figure } from '../figures.ts';
import { call, type Usage, usageOf } from '../watched.ts';
import { HEAVY_COURSE, libraryOf } from './library-size.ts';
import { type Library, openLibrary, send } from './open-library.ts';

const UNDER_LOAD_MAX_MB = 150;
const PEAK_MAX_MB = 250;
const CONNECTIONS = 16;
const SECONDS_PER_CALL = 4;
const SAMPLE_EVERY_MS = 100;
const MB = 1e6;

/** Returns the sample with the most memory of those taken while `work` runs. */
async function largestDuring({ watched }: Library, work: () => Promise<unknown>): Promise<Usage> {
  let largest = await usageOf(watched);
  let isDone = false;
  const sample = async () => {
    while (!isDone) {
      const usage = await usageOf(watched);
      if (usage.rssBytes > largest.rssBytes) largest = usage;
      await sleep(SAMPLE_EVERY_MS);
    }
  };
  await Promise.all([sample(), work().finally(() => (isDone = true))]);
  return largest;
}

/** The calls that learners send, in turn, by 16 callers. */
async function load({ server, tokenOf }: Library): Promise<void> {
  const headers = {
    authorization: `Bearer ${await tokenOf(1)}`,
    'accept-encoding': 'gzip, deflate, br',
  };
  for (const path of ['courses', 'courses/course-00004', 'auth/me', 'progress', 'sync']) {
    const url = `${server.url}/api/${path}`;
    const { non2xx, errors } = await autocannon({
      ...{ url, headers, connections: CONNECTIONS, duration: SECONDS_PER_CALL },
    });
    if (non2xx + errors > 0) throw new Error(`${path}: ${non2xx} refusals, ${errors} errors`);
  }
}

/** The longest lists, each by four callers at once: whole, as the first release of the API has them. */
async function readLongLists(library: Library): Promise<void> {
  const asAdmin = send(library, library.admin);
  const paths = ['courses', 'admin/courses?limit=50', 'admin/users', 'admin/stats', 'sync', 'admin/courses'];
  for (const path of paths) await Promise.all([1, 2, 3, 4].map(() => asAdmin('GET', path)));
  for (let edit = 0; edit < 20; edit += 1) {
    await asAdmin('PUT', `admin/courses/${HEAVY_COURSE}`, { title: `Edited ${edit}` });
    await call(`${library.server.url}/api/courses`);
  }
}

const figure = (name: string, bytes: number, maxMb: number, detail: string): Figure => ({
  ...{ name, value: bytes / MB, unit: 'MB', bound: { kind: 'at most', value: maxMb }, detail },
});

const mb = (bytes: number): string => (bytes / MB).toFixed(0);

const partsOf = ({ heapBytes, heapUsedBytes, externalBytes }: Usage): string =>
  `heap ${mb(heapBytes)} MB (${mb(heapUsedBytes)} in use), buffers ${mb(externalBytes)} MB`;

/** The memory of the server's process: under load, and at its peak in the largest library. */
export async function memoryFigures(): Promise<Figure[]> {
  const middle = await openLibrary(libraryOf(50));
  const idle = await usageOf(middle.watched);
  const underLoad = await largestDuring(middle, () => load(middle));
  await middle.server.dispose();
  const large = await openLibrary(libraryOf(500));
  const largeIdle = await usageOf(large.watched);
  await readLongLists(large);
  const after = await usageOf(large.watched);
  await large.server.dispose();
  return [
    figure(
      ...(['memory under load, 50 courses', underLoad.rssBytes, UNDER_LOAD_MAX_MB] as const),
      `${mb(idle.rssBytes)} MB before; ${partsOf(underLoad)}`,
    ),
    figure(
      ...(['memory at its peak, 500 courses and the longest lists', after.peakBytes, PEAK_MAX_MB] as const),
      `${mb(largeIdle.rssBytes)} MB before; ${mb(after.rssBytes)} MB after: ${partsOf(after)}`,
    ),
  ];
}
