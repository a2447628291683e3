import pg from 'pg';
import type { CarrelServer } from '#e2e/world/carrel-server.ts';
import { type Figure, median } from '../figures.ts';
import { queueMs } from './batches.ts';
import { requestsPerSecond } from './load.ts';
import { withServersOnPostgres } from './on-postgres.ts';
import { savesOf, tokenOf } from './saved-positions.ts';
import type { School } from './school.ts';

const CALLERS = 16;
/** Enough to use all cores. */
const MANY_CALLERS = 64;
const ROUNDS = 5;
const SECONDS = 2;
const ROUND_TRIPS = 500;
const READS_MIN = 0.8;
const SAVES_MIN = 1_500;
const PROCESSES = 3;
const PROCESSES_MIN = 1.7;
const PULL_MAX = 3;
const QUEUE_BATCHES = 10;
const QUEUES = 9;
/** Freshly started servers are slower. */
const WARM_UPS = 2;
const QUEUE_MAX = 2;

/**
 * The same data on PostgreSQL, whose commits wait for the disk: cached reads and a queue of edits against the SQLite path,
 * saved positions of one process and of three, and a pull that finds nothing against a bare round trip to the database.
 */
export async function postgresFigures(school: School): Promise<Figure[]> {
  return withServersOnPostgres(school.server, PROCESSES, async ({ servers, url }) => {
    const [first] = servers;
    const [learner] = school.learners;
    if (learner === undefined) throw new Error('There is no learner');
    const headers = { authorization: `Bearer ${learner.token}` };
    const outline = { path: '/api/courses/bench-course-1', headers: {} };
    const account = { path: '/api/auth/me', headers };
    return [
      await readsFigure('the outline of a course', school.server, first, outline),
      await readsFigure('the account', school.server, first, account),
      await queueFigure(school, first),
      ...(await savesOnPostgres(school, servers)),
      await pullFigure(first, headers, url),
    ];
  });
}

interface Read {
  readonly path: string;
  readonly headers: Record<string, string>;
}

async function readsFigure(
  name: string,
  ours: CarrelServer,
  theirs: CarrelServer,
  { path, headers }: Read,
): Promise<Figure> {
  const rates = { sqlite: [] as number[], postgres: [] as number[] };
  const load = { headers, connections: CALLERS, seconds: SECONDS };
  for (let round = 0; round < ROUNDS; round += 1) {
    rates.sqlite.push(await requestsPerSecond({ ...load, url: `${ours.url}${path}` }));
    rates.postgres.push(await requestsPerSecond({ ...load, url: `${theirs.url}${path}` }));
  }
  const [sqlite, postgres] = [median(rates.sqlite), median(rates.postgres)];
  return {
    name: `${name} on PostgreSQL`,
    value: postgres / sqlite,
    unit: 'of the requests/s on SQLite',
    bound: { kind: 'at least', value: READS_MIN },
    detail: `${postgres.toFixed(0)} and ${sqlite.toFixed(0)} requests/s, medians of ${ROUNDS}`,
  };
}

async function queueFigure({ server, admins }: School, first: CarrelServer): Promise<Figure> {
  const times = { sqlite: [] as number[], postgres: [] as number[] };
  for (const [round, admin] of admins.slice(0, WARM_UPS + QUEUES).entries()) {
    const queue = { batches: QUEUE_BATCHES, firstRound: round * QUEUE_BATCHES };
    const sqliteMs = await queueMs(server.url, admin, queue);
    const postgresMs = await queueMs(first.url, admin, queue);
    if (round < WARM_UPS) continue;
    times.sqlite.push(sqliteMs);
    times.postgres.push(postgresMs);
  }
  const [sqlite, postgres] = [median(times.sqlite), median(times.postgres)];
  return {
    name: 'a queue of 1,000 lesson edits in batches of 100 on PostgreSQL',
    value: postgres / sqlite,
    unit: 'times as long as on SQLite',
    bound: { kind: 'at most', value: QUEUE_MAX },
    detail: `${postgres.toFixed(0)} and ${sqlite.toFixed(0)} ms, medians of ${QUEUES}`,
  };
}

async function savesOnPostgres(school: School, servers: readonly CarrelServer[]): Promise<Figure[]> {
  const { learners } = school;
  const rates = {
    few: [] as number[],
    many: [] as number[],
    several: [] as number[],
    sqlite: [] as number[],
  };
  const next = savesOf(learners, tokenOf);
  const saves = (url: string, connections: number) =>
    requestsPerSecond({ url, connections, seconds: SECONDS, next });
  const one = servers[0]?.url ?? '';
  for (let round = -1; round < ROUNDS; round += 1) {
    const few = await saves(one, CALLERS);
    const many = await saves(one, MANY_CALLERS);
    const each = Math.ceil(MANY_CALLERS / servers.length);
    const several = await Promise.all(servers.map(({ url }) => saves(url, each)));
    const sqlite = await saves(school.server.url, MANY_CALLERS);
    // The first one warms up.
    if (round < 0) continue;
    rates.few.push(few);
    rates.many.push(many);
    rates.several.push(several.reduce((sum, rate) => sum + rate, 0));
    rates.sqlite.push(sqlite);
  }
  const [few, many] = [median(rates.few), median(rates.many)];
  const [several, sqlite] = [median(rates.several), median(rates.sqlite)];
  return [
    {
      name: `saved positions on PostgreSQL, ${MANY_CALLERS} callers`,
      value: many,
      unit: 'saves/s',
      bound: { kind: 'at least', value: SAVES_MIN },
      detail: `${few.toFixed(0)} saves/s with ${CALLERS} callers; ${sqlite.toFixed(0)} saves/s on SQLite with ${MANY_CALLERS}; medians of ${ROUNDS}`,
    },
    {
      name: `saved positions on PostgreSQL, ${PROCESSES} processes`,
      value: several / many,
      unit: 'times as many as one',
      bound: { kind: 'at least', value: PROCESSES_MIN },
      detail: `${several.toFixed(0)} and ${many.toFixed(0)} saves/s, medians of ${ROUNDS}`,
    },
  ];
}

/** One after the other, as a device and the database at rest see them. */
async function pullFigure(
  server: CarrelServer,
  headers: Record<string, string>,
  url: string,
): Promise<Figure> {
  const get = async (path: string) => (await fetch(`${server.url}${path}`, { headers })).json();
  let cursor = '';
  for (let more = true; more; ) {
    const page: { cursor: string; more: boolean } = await get(`/api/sync?cursor=${cursor}`);
    ({ cursor, more } = page);
  }
  const client = new pg.Client(url);
  await client.connect();
  const times = { pull: [] as number[], bare: [] as number[], health: [] as number[] };
  const timed = async (list: number[], work: () => Promise<unknown>) => {
    const startedMs = performance.now();
    await work();
    list.push(performance.now() - startedMs);
  };
  for (let n = 0; n < ROUND_TRIPS; n += 1) {
    await timed(times.pull, () => get(`/api/sync?cursor=${cursor}`));
    await timed(times.health, async () => (await fetch(`${server.url}/healthz`)).text());
    await timed(times.bare, () => client.query('select 1'));
  }
  await client.end();
  const [pull, health, bare] = [median(times.pull), median(times.health), median(times.bare)];
  return {
    name: 'a pull that finds nothing, beyond what HTTP takes',
    value: (pull - health) / bare,
    unit: 'times a round trip to PostgreSQL',
    bound: { kind: 'at most', value: PULL_MAX },
    detail: `${pull.toFixed(2)} ms, ${health.toFixed(2)} ms of these for HTTP; ${bare.toFixed(2)} ms a round trip; medians of ${ROUND_TRIPS}`,
  };
}
