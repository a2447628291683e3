import { rm } from 'node:fs/promises';
import { type Figure, median } from '../figures.ts';
import { usageOf } from '../watched.ts';
import { libraryOf } from './library-size.ts';
import { type Library, openLibrary, personOf, send } from './open-library.ts';

/** The library of the largest has 500 courses of 100 lessons; the others a tenth and a hundredth of all rows. */
const COURSES = [5, 50, 500] as const;
/** Times the calls: at most the people of the smallest library, each of whom unlocks a course once. */
const ROUNDS = 13;
const EXPONENT_MAX = 0.2;
/** Each page is full in the smallest library too: a page that is not would appear to grow with it. */
const [COURSES_OF_PAGE, USERS_OF_PAGE] = [3, 50];
const [EDITED_COURSE, UNLOCKED_COURSE] = ['course-00003', 'course-00001'];

interface Call {
  readonly name: string;
  /** Not measured. */
  readonly before?: (library: Library, round: number) => Promise<unknown>;
  readonly path: string;
  readonly isBounded?: boolean;
}

const edit = (library: Library, round: number) =>
  send(library, library.admin)('PUT', `admin/courses/${EDITED_COURSE}`, { title: `Edited ${round}` });

/** Another learner for the course, each round. */
const unlock = async (library: Library, round: number) =>
  send(library, await library.tokenOf(round))('POST', `courses/${UNLOCKED_COURSE}/activate`, {
    activationCode: `CLASS-${round}`,
  });

const page = `courses?limit=${COURSES_OF_PAGE}`;
const calls: readonly Call[] = [
  { name: 'a page of the catalogue after an edit', before: edit, path: page },
  { name: 'a page of the catalogue after an activation', before: unlock, path: page },
  { name: 'the whole catalogue after an edit', before: edit, path: 'courses', isBounded: false },
  { name: 'a page of the workspace', path: `admin/${page}`, before: edit },
  { name: 'a page of the users', path: `admin/users?limit=${USERS_OF_PAGE}` },
  { name: 'the figures after an activation', before: unlock, path: 'admin/stats' },
  { name: 'the activity of a person', path: `admin/audit?userId=${personOf(3)}` },
];

interface Cost {
  /** Processor time of the server, which does not depend on what else the machine does. */
  readonly ms: number;
  readonly bytes: number;
}

/** CARREL_BENCH_LIBRARY names a file beside which the generated databases are stored for the next run. */
const fileOf = (courses: number): string | undefined => {
  const file = process.env.CARREL_BENCH_LIBRARY;
  return file === undefined ? undefined : `${file}-${courses}`;
};

/** The cost of each call in a library with so many courses. */
async function costsOf(courses: number): Promise<ReadonlyMap<string, Cost>> {
  const library = await openLibrary(
    { ...libraryOf(courses), classSize: ROUNDS * calls.length },
    { file: fileOf(courses) },
  );
  const costs = new Map<string, Cost>();
  try {
    for (const [at, one] of calls.entries()) costs.set(one.name, await costOf(library, one, at * ROUNDS));
  } finally {
    await library.server.dispose();
    await rm(library.server.databasePath, { force: true });
  }
  return costs;
}

async function costOf(library: Library, { before, path }: Call, first: number): Promise<Cost> {
  const read = send(library, library.admin);
  await read('GET', path);
  const times: number[] = [];
  let bytes = 0;
  for (let round = first; round < first + ROUNDS; round += 1) {
    await before?.(library, round);
    const { cpuMs } = await usageOf(library.watched);
    bytes = (await read('GET', path)).length;
    times.push((await usageOf(library.watched)).cpuMs - cpuMs);
  }
  return { ms: median(times), bytes };
}

const isCost = (cost: Cost | undefined): cost is Cost => cost !== undefined;

/** The power of the size of the library with which a cost grows, from the smallest to the largest. */
const exponentOf = (costs: readonly Cost[]): number =>
  Math.log10((costs.at(-1)?.ms ?? 0) / (costs[0]?.ms ?? 0)) /
  Math.log10((COURSES.at(-1) ?? 1) / (COURSES[0] ?? 1));

/** The growth of the costs of calls whose reply does not depend on the size of the library. */
export async function libraryGrowthFigures(): Promise<Figure[]> {
  const bySize: ReadonlyMap<string, Cost>[] = [];
  for (const courses of COURSES) bySize.push(await costsOf(courses));
  return calls.map(({ name, isBounded = true }) => {
    const costs = bySize.map((costs) => costs.get(name)).filter(isCost);
    const times = costs.map(({ ms }) => ms.toFixed(2)).join(', ');
    return {
      name: `${name}, from 1 to 100 times the library`,
      value: exponentOf(costs),
      unit: 'as growth exponent',
      bound: isBounded ? { kind: 'at most', value: EXPONENT_MAX } : null,
      detail: `${times} ms of a processor with ${COURSES.join(', ')} courses, ${((costs.at(-1)?.bytes ?? 0) / 1_000).toFixed(0)} kB; medians of ${ROUNDS}`,
    };
  });
}
