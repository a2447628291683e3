import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ADMIN, CarrelServer } from '#e2e/world/carrel-server.ts';
import { freePort } from '#e2e/world/free-port.ts';
import { type Figure, median } from './figures.ts';
import { fillWithCourses } from './many-courses.ts';
import { blockDuring, call, tokenFrom, type Watched, watchSettings } from './watched.ts';

const ROUNDS = 9;
/** Rounds before the measured ones. */
const WARM_UPS = 3;
/** A body with lesson HTML may have 1,048,576 bytes; this leaves space for the JSON around the text. */
const TEXT_BYTES = 1_040_000;
/** Together as long as a batch may be; each is too short to be sanitised in the thread. */
const LESSONS = 15;
const COURSE = 'bench-course-0';
/** The target for a single block, for comparison only. */
const TARGET_MS = 50;
const RATIO_MAX = 1.5;
const SEED = 20261123;
const BASELINE = fileURLToPath(new URL('baseline/text-server.mjs', import.meta.url));
const LEARNER = { name: 'Reader', email: 'reader@carrel.local', password: 'a-lamp-for-the-reader' };

/** A lesson with all that makes HTML expensive: tags, attributes, quotes, entities, letters beyond Latin-1. */
function htmlOf(bytes: number, round: number): string {
  let state = SEED + round;
  const random = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const texts =
    'the tide turns twice a day and “the harbour” waits for it – as every boat does &amp; more'.split(' ');
  const sentence = () => Array.from({ length: 12 }, () => texts[random(texts.length)]).join(' ');
  const blocks = [
    () => `<p>${sentence()}, <strong>${sentence()}</strong>.</p>\n`,
    () => `<h3 title="${sentence().replaceAll('“', '')}">${sentence()}</h3>\n`,
    () => `<ul><li>${sentence()}</li><li>${sentence()}</li></ul>\n`,
    () => `<p>See <a href="https://x.example/${random(1e9)}" rel="noopener">${sentence()}</a>.</p>\n`,
  ];
  const parts: string[] = [];
  for (let size = 0; ; ) {
    const block = blocks[random(blocks.length)]?.() ?? '';
    size += Buffer.byteLength(JSON.stringify(block)) - 2;
    if (size > bytes) return parts.join('');
    parts.push(block);
  }
}

interface Tokens {
  readonly admin: string;
  readonly learner: string;
}

async function signIn(server: CarrelServer): Promise<Tokens> {
  const admin = await tokenFrom(`${server.url}/api/auth/admin/login`, ADMIN);
  const learner = await tokenFrom(`${server.url}/api/auth/register`, LEARNER);
  server.change(
    'insert into activations (userId, courseId, activatedAt) select id, ?, createdAt from users where email = ?',
    COURSE,
    LEARNER.email,
  );
  return { admin, learner };
}

const lessonPath = (lesson: number) => `/api/admin/lessons/${COURSE}-lesson-${lesson}`;

interface Step {
  readonly name: string;
  readonly run: () => Promise<unknown>;
}

/** The steps of a round on one lesson: each save writes another text. */
function stepsOf(
  origin: string,
  { admin, learner }: Tokens,
  textOf: (part: number, share?: number) => string,
): Step[] {
  const Authorization = `Bearer ${admin}`;
  const key = randomUUID();
  const body = JSON.stringify({ content: textOf(0) });
  const save = () =>
    call(origin + lessonPath(0), { method: 'PUT', body, headers: { Authorization, 'Idempotency-Key': key } });
  const edit = (lesson: number, content: object) => ({
    ...{ id: randomUUID(), method: 'PUT', path: lessonPath(lesson), body: content },
    headers: { 'Idempotency-Key': randomUUID() },
  });
  const batch = (requests: readonly object[], atomic = false) => {
    const sent = JSON.stringify({ atomic, requests });
    return async () => {
      const reply = await call(`${origin}/api/batch`, {
        method: 'POST',
        body: sent,
        headers: { Authorization },
      });
      const done = reply.split('"status":200').length - 1;
      if (done !== requests.length)
        throw new Error(`${requests.length - done} refused: ${reply.slice(-300)}`);
    };
  };
  const textAndTitle = (part: number) => [
    edit(0, { content: textOf(part) }),
    edit(0, { title: `Part ${part}` }),
  ];
  const lessons = Array.from({ length: LESSONS }, (_, i) => edit(i + 1, { content: textOf(3, LESSONS + 1) }));
  const read = (path: string, token: string) => () =>
    call(origin + path, { headers: { Authorization: `Bearer ${token}` } });
  return [
    { name: 'a save', run: save },
    { name: 'its repeat', run: save },
    { name: 'a save in a batch', run: batch(textAndTitle(1)) },
    { name: 'a save in an atomic batch', run: batch(textAndTitle(2), true) },
    { name: 'fifteen shorter lessons in a batch', run: batch(lessons) },
    { name: 'a learner’s read', run: read(`/api/courses/${COURSE}/content`, learner) },
    { name: 'an admin’s read', run: read(`/api/admin/courses/${COURSE}`, admin) },
    { name: 'a learner’s pull', run: read('/api/sync', learner) },
    { name: 'a page of the lesson’s history', run: read(`${lessonPath(0)}/history`, admin) },
    { name: 'a page of the audit', run: read('/api/admin/audit', admin) },
  ];
}

async function startBaseline(folder: string): Promise<Watched & { readonly process: ChildProcess }> {
  const watchPort = await freePort();
  const child = spawn(process.execPath, [BASELINE, join(folder, 'baseline.sqlite')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...watchSettings(watchPort) },
  });
  const [line] = await once(child.stdout, 'data');
  return { process: child, url: `http://127.0.0.1:${Number(String(line))}`, watchPort };
}

/** Returns how long the same text blocks the event loop of a bare server. */
function baselineBlock(baseline: Watched, content: string): Promise<number> {
  const body = JSON.stringify({ content });
  const headers = { 'Idempotency-Key': randomUUID() };
  return blockDuring(baseline, () => call(`${baseline.url}/lesson`, { method: 'PUT', body, headers }));
}

async function measure(server: CarrelServer, watchPort: number, bytes: number) {
  const watched: Watched = { url: server.url, watchPort };
  const baseline = await startBaseline(server.dataFolder);
  try {
    const tokens = await signIn(server);
    const blocks = new Map<string, number[]>();
    const baselineBlocks: number[] = [];
    for (let round = 0; round < WARM_UPS + ROUNDS; round += 1) {
      const textOf = (part: number, share = 1) => htmlOf(bytes / share, round * 10 + part);
      const steps = stepsOf(server.url, tokens, textOf);
      const baselineMs = await baselineBlock(baseline, htmlOf(bytes, round * 10 + 9));
      if (round >= WARM_UPS) baselineBlocks.push(baselineMs);
      for (const { name, run } of steps) {
        const ms = await blockDuring(watched, run);
        if (round >= WARM_UPS) blocks.set(name, [...(blocks.get(name) ?? []), ms]);
      }
    }
    return { blocks, baselineMs: median(baselineBlocks) };
  } finally {
    baseline.process.kill();
  }
}

/** How long a lesson of a megabyte blocks the server's event loop, against a bare server that stores it. */
export async function longHtmlFigures(): Promise<Figure[]> {
  const watchPort = await freePort();
  const server = await CarrelServer.start({ CARREL_SEED: 'none', ...watchSettings(watchPort) });
  try {
    await server.stop();
    fillWithCourses(server.dataFolder, undefined, 2);
    await server.start();
    const { blocks, baselineMs } = await measure(server, watchPort, TEXT_BYTES);
    return [...blocks].map(([name, values]) => ({
      name: `1 MB of lesson HTML, ${name}: the event loop is blocked`,
      value: median(values) / baselineMs,
      unit: 'of a bare server’s block',
      bound: { kind: 'at most', value: RATIO_MAX },
      detail: `${median(values).toFixed(1)} and ${baselineMs.toFixed(1)} ms, medians of ${ROUNDS}; at worst ${Math.max(...values).toFixed(1)} of ${TARGET_MS} ms`,
    }));
  } finally {
    await server.dispose();
  }
}
