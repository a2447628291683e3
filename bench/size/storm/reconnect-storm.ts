import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Figure } from '#bench/figures.ts';
import { usageOf } from '#bench/watched.ts';
import { type LibrarySize, libraryOf, POPULAR_COURSE } from '../library-size.ts';
import { type Library, lastCursor, openLibrary, send } from '../open-library.ts';
import { runStorm } from './storm.ts';

const DEVICES = 5_000;
const WITHIN_MS = 1_000;
const SERVED_MAX_MS = 10_000;
const READ_P99_MAX_MS = 100;
const PEAK_MAX_MB = 250;
const READERS = 8;
const READ_EVERY_MS = 40;
/** Each device has been away for longer than the interval in which the use of its session is written. */
const AWAY_HOURS = 3;
const MB = 1e6;

/** Users with a device each, in a library of which they have as much as in the largest. */
const size: LibrarySize = { ...libraryOf(100), people: DEVICES + READERS, popularLearners: 1_000 };

const openQuietLibrary = (): Promise<Library> =>
  openLibrary(size, {
    prepare: (server) =>
      server.change(
        `update sessions set lastSeenAt = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-${AWAY_HOURS} hours')`,
      ),
  });

/** Reads of users who were there all the time, until `isOver`. Returns how long each took. */
async function readMeanwhile(library: Library, isOver: () => boolean): Promise<number[]> {
  const times: number[] = [];
  const paths = ['courses/course-00004', 'courses/course-00004/content', 'progress'];
  const reader = async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (!isOver()) {
      for (const path of paths) {
        const sentAt = performance.now();
        await readOnce(`${library.server.url}/api/${path}`, library.admin, agent);
        times.push(performance.now() - sentAt);
        await sleep(READ_EVERY_MS);
      }
    }
    agent.destroy();
  };
  await Promise.all(Array.from({ length: READERS }, reader));
  return times;
}

function readOnce(url: string, token: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = get(url, { agent, headers: { Authorization: `Bearer ${token}` } }, (response) => {
      response.resume();
      response.once('end', () =>
        response.statusCode === 200 ? resolve() : reject(new Error(`${url}: ${response.statusCode}`)),
      );
      response.once('error', reject);
    });
    sent.once('error', reject);
  });
}

const percentile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? Number.NaN;

/** Devices that come back in the same second, each with a stream of events, a pull and its account. */
export async function reconnectStormFigures(): Promise<Figure[]> {
  const library = await openQuietLibrary();
  try {
    const tokens = await Promise.all(Array.from({ length: DEVICES }, (_, index) => library.tokenOf(index)));
    const cursor = await lastCursor(library, tokens[0] ?? '');
    await send(library, library.admin)('PUT', `admin/courses/${POPULAR_COURSE}`, { title: 'While away' });
    const before = await usageOf(library.watched);
    let isOver = false;
    const storm = runStorm({ url: library.server.url, cursor, tokens, withinMs: WITHIN_MS }).finally(() => {
      isOver = true;
    });
    const times = await readMeanwhile(library, () => isOver);
    const { lastMs, refused, failed, problems } = await storm;
    const after = await usageOf(library.watched);
    const cpu = after.cpuMs - before.cpuMs;
    return [
      {
        name: `${DEVICES} devices come back within a second: all are served after`,
        value: lastMs / 1_000,
        unit: 's',
        bound: { kind: 'at most', value: SERVED_MAX_MS / 1_000 },
        detail: `${(cpu / 1_000).toFixed(1)} s of the server's processor time, ${(cpu / DEVICES / 3).toFixed(2)} ms a call; ${refused} told to come later`,
      },
      {
        name: 'calls that were refused without Retry-After, or broken',
        value: failed,
        unit: 'calls',
        bound: { kind: 'at most', value: 0 },
        detail: JSON.stringify(problems),
      },
      {
        name: 'reads of others meanwhile: 99 of 100 take at most',
        value: percentile(times, 0.99),
        unit: 'ms',
        bound: { kind: 'at most', value: READ_P99_MAX_MS },
        detail: `median ${percentile(times, 0.5).toFixed(1)}, longest ${percentile(times, 1).toFixed(0)} ms of ${times.length}`,
      },
      {
        name: `memory of the server with ${DEVICES} streams: peak`,
        value: after.peakBytes / MB,
        unit: 'MB',
        bound: { kind: 'at most', value: PEAK_MAX_MB },
        detail: `${(before.peakBytes / MB).toFixed(0)} MB before`,
      },
    ];
  } finally {
    await library.server.dispose();
  }
}
