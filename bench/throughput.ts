import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { ADMIN, CarrelServer } from '#e2e/world/carrel-server.ts';
import { type Figure, median } from './figures.ts';
import { fillWithCourses, LARGE_COURSE } from './many-courses.ts';

const ROUNDS = 5;
const SECONDS_PER_ROUND = 3;
const CONNECTIONS = 16;
const RATIO_MIN = 0.6;
const BASELINE = fileURLToPath(new URL('baseline/constant-server.mjs', import.meta.url));

interface Target {
  readonly url: string;
  readonly headers: Record<string, string>;
}

async function requestsPerSecond({ url, headers }: Target): Promise<number> {
  const result = await autocannon({ url, headers, connections: CONNECTIONS, duration: SECONDS_PER_ROUND });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${url}: ${result.non2xx} refusals and ${result.errors} errors`);
  }
  return result.requests.average;
}

/** A plain Hono server in its own process that serves the bytes of this file. */
async function startBaseline(file: string): Promise<{ process: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [BASELINE, file], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(child.stdout, 'data');
  return { process: child, url: `http://127.0.0.1:${Number(String(line))}/` };
}

async function adminToken(server: CarrelServer): Promise<string> {
  const reply = await fetch(`${server.url}/api/auth/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ADMIN),
  });
  const body: unknown = await reply.json();
  if (typeof body === 'object' && body !== null && 'token' in body) return String(body.token);
  throw new Error(`No token for the admin: ${reply.status}`);
}

/** Requests per second of one call against a constant string of the same bytes, measured alternately. */
async function ratioFigure(name: string, target: Target, folder: string): Promise<Figure> {
  const body = await (await fetch(target.url, { headers: target.headers })).text();
  const file = join(folder, 'baseline.json');
  await writeFile(file, body);
  const baseline = await startBaseline(file);
  const ours: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    ours.push(await requestsPerSecond(target));
    bare.push(await requestsPerSecond({ url: baseline.url, headers: target.headers }));
  }
  baseline.process.kill();
  const [our, their] = [median(ours), median(bare)];
  const kilobytes = (Buffer.byteLength(body) / 1_000).toFixed(0);
  return {
    name,
    value: our / their,
    unit: 'of what Hono serves as a constant',
    bound: { kind: 'at least', value: RATIO_MIN },
    detail: `${our.toFixed(0)} and ${their.toFixed(0)} requests/s, ${kilobytes} kB each, medians of ${ROUNDS}`,
  };
}

/** The two calls that every learner sends, with 50 courses and a course of 100 lessons. */
export async function throughputFigures(): Promise<Figure[]> {
  const server = await CarrelServer.start({ CARREL_SEED: 'none' });
  try {
    await server.stop();
    fillWithCourses(server.dataFolder);
    await server.start();
    const headers = { authorization: `Bearer ${await adminToken(server)}` };
    const list = { url: `${server.url}/api/courses`, headers: {} };
    const content = { url: `${server.url}/api/courses/${LARGE_COURSE}/content`, headers };
    return [
      await ratioFigure('GET /api/courses, 50 courses', list, server.dataFolder),
      await ratioFigure('GET /api/courses/{id}/content, 100 lessons', content, server.dataFolder),
    ];
  } finally {
    await server.dispose();
  }
}
