import { type Figure, median } from '../figures.ts';
import { blockDuring, call } from '../watched.ts';
import { deletePopular } from './deletion.ts';
import { notifyAll, pullAtOnce, slowestHealthMs } from './devices.ts';
import { fillExpired } from './fill-library.ts';
import {
  CODES_COURSE,
  HEAVY_COURSE,
  LARGE,
  type LibrarySize,
  POPULAR_COURSE,
  SMALL,
} from './library-size.ts';
import { type Library, lastCursor, openLibrary, SECRET, send } from './open-library.ts';
import { sweepFigures } from './sweep.ts';

/** The longest that one call may block the event loop. */
const BLOCK_MAX_MS = 50;
/** The largest ratio of a learner's read in the large library to the same read in the small one. */
const RATIO_MAX = 1.5;
const ROUNDS = 3;
const READS = 60;
const DEVICES = 8_000;
const DEVICES_AT_ONCE = 1_000;

interface Call {
  readonly name: string;
  readonly run: (round: number) => Promise<unknown>;
  readonly rounds?: number;
}

/** Every page of a paged call. */
async function eachPage(library: Library, path: string): Promise<void> {
  let after: string | null = '';
  while (after !== null) {
    const page: { next: string | null } = Object(
      JSON.parse(await send(library, library.admin)('GET', `${path}&after=${encodeURIComponent(after)}`)),
    );
    after = page.next ?? null;
  }
}

/** The first pages of an admin's first pull. */
async function adminPull(library: Library): Promise<void> {
  let cursor = '';
  for (let page = 0; page < 8; page += 1) {
    const reply = Object(
      JSON.parse(
        await send(library, library.admin)('GET', `sync?limit=500&cursor=${encodeURIComponent(cursor)}`),
      ),
    );
    cursor = String(reply.cursor);
  }
}

async function unlockAsClass(library: Library, size: number): Promise<void> {
  await Promise.all(
    Array.from({ length: size }, async (_, index) => {
      const asLearner = send(library, await library.tokenOf(index));
      await asLearner('POST', `courses/${HEAVY_COURSE}/activate`, { activationCode: `CLASS-${index}` });
      await asLearner('GET', `courses/${HEAVY_COURSE}/content`);
      await asLearner('GET', 'courses');
    }),
  );
}

function callsOf(library: Library, size: LibrarySize): Call[] {
  const asAdmin = send(library, library.admin);
  const read = (path: string): Pick<Call, 'run'> => ({ run: () => asAdmin('GET', path) });
  const asLearner = async (index: number) => send(library, await library.tokenOf(index));
  const longHtml = `<p>${'The tide turns &amp; <b>waits</b>. '.repeat(25_000)}</p>`;
  const codes = Array.from({ length: 5_000 }, (_, index) => `NEW-${index}`);
  return [
    { name: 'the catalogue', run: async () => call(`${library.server.url}/api/courses`) },
    {
      name: `a class of ${size.classSize} unlocks 12 MB`,
      run: () => unlockAsClass(library, size.classSize),
      rounds: 1,
    },
    { name: 'a learner’s first pull', run: async (round) => (await asLearner(9 + round))('GET', 'sync') },
    { name: 'an admin’s first pull, 8 pages', run: () => adminPull(library) },
    { name: 'admin: all courses', ...read('admin/courses'), rounds: 1 },
    {
      name: 'admin: all courses in pages',
      run: () => eachPage(library, 'admin/courses?limit=50'),
      rounds: 1,
    },
    { name: 'admin: one course', ...read(`admin/courses/${CODES_COURSE.replace('2', '9')}`) },
    { name: 'admin: a course of 12 MB', ...read(`admin/courses/${HEAVY_COURSE}`) },
    { name: `admin: a course with ${size.codes} codes`, ...read(`admin/courses/${CODES_COURSE}`) },
    { name: 'admin: all users', ...read('admin/users'), rounds: 1 },
    { name: 'admin: all users in pages', run: () => eachPage(library, 'admin/users?limit=500'), rounds: 1 },
    { name: 'admin: figures', ...read('admin/stats') },
    { name: 'admin: activity', ...read('admin/audit') },
    { name: 'admin: activity of a person without any', ...read('admin/audit?userId=person-000077') },
    { name: 'admin: history of a lesson', ...read(`admin/lessons/${CODES_COURSE}-l002/history`) },
    {
      name: 'admin: 5,000 more codes',
      run: () => asAdmin('POST', `admin/courses/${CODES_COURSE}/upload-codes`, { codes }),
      rounds: 1,
    },
    {
      name: 'an edit of the course with most learners',
      run: (round) => asAdmin('PUT', `admin/courses/${POPULAR_COURSE}`, { title: `Popular ${round}` }),
    },
    {
      name: 'a lesson of 1 MB',
      run: (round) =>
        asAdmin('PUT', `admin/lessons/${CODES_COURSE}-l000`, { content: `${longHtml}${round}` }),
    },
  ];
}

const block = (name: string, blocks: readonly number[], detail: string): Figure => ({
  name: `${name}: the event loop is blocked at most`,
  value: Math.max(...blocks),
  unit: 'ms',
  bound: { kind: 'at most', value: BLOCK_MAX_MS },
  detail,
});

async function blockFigure({ watched }: Library, { name, run, rounds = ROUNDS }: Call): Promise<Figure> {
  const blocks: number[] = [];
  const tookMs: number[] = [];
  let problem = '';
  for (let round = 0; round < rounds; round += 1) {
    const ms = await blockDuring(watched, async () => {
      const startedAt = performance.now();
      await run(round).catch((error: unknown) => {
        problem = ` ${String(error).slice(0, 120)}`;
      });
      tookMs.push(performance.now() - startedAt);
    });
    blocks.push(ms);
  }
  return block(name, blocks, `${Math.max(...tookMs).toFixed(0)} ms in all${problem}`);
}

async function deletionFigure({ server, watched, admin }: Library, size: LibrarySize): Promise<Figure> {
  let times = '';
  const blockMs = await blockDuring(watched, async () => {
    times = await deletePopular(server, admin);
  });
  return block(`deleting a course with ${size.popularLearners} learners`, [blockMs], times);
}

async function deviceFigures(library: Library): Promise<Figure[]> {
  const devices = await Promise.all(
    Array.from({ length: DEVICES }, async (_, index) => ({ token: await library.tokenOf(index + 100) })),
  );
  const cursor = await lastCursor(library, devices[0]?.token ?? '');
  const { url } = library.server;
  let storm = { failed: 0, slowestHealthMs: 0 };
  const stormMs = await blockDuring(library.watched, async () => {
    const pulls = pullAtOnce(url, devices.slice(0, DEVICES_AT_ONCE), cursor);
    const healthMs = await slowestHealthMs(url, pulls);
    storm = { ...(await pulls), slowestHealthMs: healthMs };
  });
  const asAdmin = send(library, library.admin);
  let notified = { slowestHealthMs: 0, lastAfterMs: 0 };
  const notifiedMs = await blockDuring(library.watched, async () => {
    notified = await notifyAll(
      url,
      devices.map(({ token }) => ({ token, cursor })),
      () => asAdmin('PUT', `admin/courses/${POPULAR_COURSE}`, { title: 'Popular again' }),
    );
  });
  const health = ({ slowestHealthMs: ms }: { slowestHealthMs: number }) =>
    `/healthz ${ms.toFixed(0)} ms at most, as seen by the busy client`;
  return [
    block(`${DEVICES_AT_ONCE} devices pull at once`, [stormMs], `${storm.failed} failed, ${health(storm)}`),
    block(
      `${DEVICES} devices hear of an edit`,
      [notifiedMs],
      `the last one had pulled after ${(notified.lastAfterMs / 1_000).toFixed(1)} s, ${health(notified)}`,
    ),
  ];
}

/** The reads of one learner. Their time must not depend on the size of the library. */
function learnerReads(
  library: Library,
  token: string,
  cursor: string,
): Readonly<Record<string, () => Promise<unknown>>> {
  const asLearner = send(library, token);
  return {
    'first pull': () => asLearner('GET', 'sync?without=courses&limit=500'),
    'pull without changes': () => asLearner('GET', `sync?cursor=${encodeURIComponent(cursor)}`),
    'own account': () => asLearner('GET', 'auth/me'),
    'content of a course': () => asLearner('GET', 'courses/course-00004/content'),
    'outline of a course': () => asLearner('GET', 'courses/course-00004'),
  };
}

/** Both libraries in turn, so that whatever else the machine does affects both. */
async function readFigures(large: Library): Promise<Figure[]> {
  const small = await openLibrary(SMALL);
  try {
    const [ours, few] = await Promise.all([large, small].map(readsOf));
    const figures: Figure[] = [];
    for (const [name, read] of Object.entries(ours ?? {})) {
      const times = { large: [] as number[], small: [] as number[] };
      for (let round = 0; round < READS; round += 1) {
        times.large.push(await timeOf(read));
        times.small.push(await timeOf(few?.[name] ?? read));
      }
      const [ms, fewMs] = [median(times.large), median(times.small)];
      figures.push({
        name: `a learner’s ${name}, in the large library`,
        value: ms / fewMs,
        unit: 'times the small one',
        bound: { kind: 'at most', value: RATIO_MAX },
        detail: `medians of ${READS}: ${ms.toFixed(2)} and ${fewMs.toFixed(2)} ms`,
      });
    }
    return figures;
  } finally {
    await small.server.dispose();
  }
}

async function readsOf(library: Library) {
  const token = await library.tokenOf(1);
  return learnerReads(library, token, await lastCursor(library, token));
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/**
 * A library of 500 courses and 50,000 people. CARREL_BENCH_LIBRARY names a file that keeps the generated database, which
 * saves most of the time of the next run.
 */
export async function sizeFigures(): Promise<Figure[]> {
  const large = await openLibrary(LARGE, { file: process.env.CARREL_BENCH_LIBRARY });
  try {
    const figures = [...(await readFigures(large)), ...(await deviceFigures(large))];
    for (const one of callsOf(large, LARGE)) figures.push(await blockFigure(large, one));
    figures.push(await deletionFigure(large, LARGE));
    await large.server.stop();
    fillExpired(large.server.databasePath, LARGE);
    return [...figures, ...(await sweepFigures(large.server.dataFolder, SECRET, BLOCK_MAX_MS))];
  } finally {
    await large.server.dispose();
  }
}
