import Database from 'better-sqlite3';
import { type Figure, median } from '../figures.ts';
import { LARGE_COURSE } from '../many-courses.ts';
import { requestsPerSecond, slowestPercentMs } from './load.ts';
import { lessonAt, savesOf, tokenOf } from './saved-positions.ts';
import type { School } from './school.ts';

const LEARNERS = 10_000;
/** Each of them has completed up to so many lessons. */
const COMPLETED_MAX = 30;
const ROUNDS = 5;
const SECONDS = 3;
const SAVES_PER_SECOND = 100;

const REPORT_MAX_MS = 400;
const SAVE_MAX_MS = 50;
/** The report does more than the bare query: the lessons, HTTP, a thread, CSV. */
const RATIO_MAX = 2;

/** The least that the report has to do: to read every row of progress in the course, by the index of its lesson. */
const FLOOR = `
  select furthest, count(*) from (
    select userId, max(lessonId) as furthest, count(completedAt) as completed
    from progress where lessonId in (select id from lessons where moduleId = ?) group by userId
  ) group by furthest`;

/** The report of a course with 10,000 learners against a bare query, and saves while it is computed. */
export async function reportFigures({ server, learners, admins }: School): Promise<Figure[]> {
  await server.stop();
  fillWithProgress(server.databasePath);
  await server.start();
  // The file is not cached, so each request computes the report.
  const url = `${server.url}/api/admin/reports/courses/${LARGE_COURSE}/report.csv`;
  const headers = { authorization: `Bearer ${admins[0]?.token}` };
  const report = () => timeOf(async () => void (await (await fetch(url, { headers })).text()));
  const next = savesOf(learners, tokenOf);
  const save = () => slowestPercentMs({ url: server.url, seconds: SECONDS, rate: SAVES_PER_SECOND, next });
  const times = {
    report: [] as number[],
    floor: [] as number[],
    alone: [] as number[],
    beside: [] as number[],
  };
  const floor = openFloor(server.databasePath);
  await report();
  for (let round = 0; round < ROUNDS; round += 1) {
    times.report.push(await report());
    times.floor.push(await timeOf(async () => floor.read()));
    times.alone.push(await save());
    const reading = requestsPerSecond({ url, headers, connections: 1, seconds: SECONDS });
    times.beside.push((await Promise.all([save(), reading]))[0]);
  }
  floor.close();
  return figuresOf(times);
}

function figuresOf(times: Readonly<Record<'report' | 'floor' | 'alone' | 'beside', number[]>>): Figure[] {
  const [reportMs, floorMs] = [median(times.report), median(times.floor)];
  const [besideMs, aloneMs] = [median(times.beside), median(times.alone)];
  return [
    {
      name: `report of a course with ${LEARNERS} learners`,
      value: reportMs / floorMs,
      unit: 'of a bare query',
      bound: { kind: 'at most', value: RATIO_MAX },
      detail: `${reportMs.toFixed(0)} and ${floorMs.toFixed(0)} ms, medians of ${ROUNDS}`,
    },
    {
      name: `report of a course with ${LEARNERS} learners`,
      value: reportMs,
      unit: 'ms',
      bound: { kind: 'at most', value: REPORT_MAX_MS },
      detail: `median of ${ROUNDS}`,
    },
    {
      name: `p99 of ${SAVES_PER_SECOND} saves a second beside reports`,
      value: besideMs,
      unit: 'ms',
      bound: { kind: 'at most', value: SAVE_MAX_MS },
      detail: `${aloneMs.toFixed(0)} ms alone, medians of ${ROUNDS}`,
    },
  ];
}

/** Learners of the large course, who completed its first lessons. */
function fillWithProgress(databasePath: string): void {
  const db = new Database(databasePath);
  const at = new Date().toISOString();
  const insertUser = db.prepare(
    `insert into users (id, name, email, passwordHash, role, tokenVersion, createdAt, updatedAt)
     values (?, ?, ?, 'none', 'user', 1, ?, ?)`,
  );
  const activate = db.prepare('insert into activations (userId, courseId, activatedAt) values (?, ?, ?)');
  const complete = db.prepare(
    'insert into progress (userId, lessonId, completedAt, completedUpdatedAt) values (?, ?, ?, ?)',
  );
  db.transaction(() => {
    for (let index = 0; index < LEARNERS; index += 1) {
      const id = `reported-${index}`;
      insertUser.run(id, `Person ${index}`, `${id}@example.org`, at, at);
      activate.run(id, LARGE_COURSE, at);
      for (let lesson = 0; lesson < index % (COMPLETED_MAX + 1); lesson += 1)
        complete.run(id, lessonAt(lesson), at, at);
    }
  })();
  db.close();
}

function openFloor(databasePath: string) {
  const db = new Database(databasePath, { readonly: true });
  const query = db.prepare(FLOOR);
  return { read: () => query.all(`${LARGE_COURSE}-module`), close: () => db.close() };
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  await work();
  return performance.now() - startMs;
}
