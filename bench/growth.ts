import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { EMPTY_RECEIPT_LIFETIME_DAYS } from '#schema/limits.ts';
import { inTransaction } from '#sync-server/db/transaction.ts';
import { findProjectRoot } from '#sync-server/project-root.ts';
import { insertUser } from '#sync-server/sessions/user-queries.ts';
import { fixtureCourse } from '#sync-server/testing/fixture-courses.ts';
import { createTestServer, type TestServer } from '#sync-server/testing/test-server.ts';
import { issueTestToken } from '#sync-server/testing/test-session.ts';
import type { Figure } from './figures.ts';

/*
 * Measures the growth of the database, with its indexes and half-filled pages (docs/operations.md, Growth). Nothing here
 * depends on the speed of the machine.
 */

const LEARNERS = 100;
/** The player saves the position every 15 seconds, and at pauses. */
const SAVES_PER_HOUR = 250;
const LESSONS = 60;
const LESSON_CHARACTERS = 60_000;
const EDITS = 170;
const REWRITES = 40;
const CODES = 10_000;
const KB = 1_000;

export async function growthFigures(): Promise<Figure[]> {
  const lessonHtml = prose(0);
  const codes = Array.from({ length: LEARNERS }, (_, n) => `CODE-${n}`);
  const server = await createTestServer({ courses: [fixtureCourse({ lessonCount: LESSONS, codes })] });
  try {
    return [
      ...(await learnerFigures(server)),
      ...(await editFigures(server, lessonHtml)),
      await courseFigure(server, lessonHtml),
      await codeFigure(server),
    ];
  } finally {
    await server.close();
  }
}

interface Learner {
  readonly id: string;
  readonly token: string;
}

async function learnerFigures(server: TestServer): Promise<Figure[]> {
  const learners: Learner[] = [];
  const studied = await growthOf(server, async () => {
    for (let n = 0; n < LEARNERS; n += 1) {
      const learner = await addLearner(server, n);
      learners.push(learner);
      await saveProgress(
        server,
        learner,
        Array.from({ length: LESSONS }, (_, lesson) => [lesson, n]),
      );
    }
  });
  const rounds = 10;
  const saved = await growthOf(server, async () => {
    for (let round = 1; round <= rounds; round += 1)
      for (const learner of learners) await savePositions(server, learner, round);
  });
  const receipt = saved / (LEARNERS * rounds * 10);
  const days = EMPTY_RECEIPT_LIFETIME_DAYS;
  return [
    {
      ...{ name: `A learner with ${LESSONS} lessons`, value: studied / LEARNERS / KB, unit: 'kB' },
      bound: { kind: 'at most', value: 60 },
      detail: 'account, session, activation, progress in each lesson, receipts',
    },
    {
      name: 'Receipts of a learner with an hour a day',
      ...{
        value: (receipt * SAVES_PER_HOUR * days) / KB,
        unit: 'kB',
        bound: { kind: 'at most', value: 400 },
      },
      detail: `${receipt.toFixed(0)} bytes each, ${SAVES_PER_HOUR} an hour, for ${days} days`,
    },
  ];
}

async function addLearner(server: TestServer, n: number): Promise<Learner> {
  const id = uuidv7();
  const createdAt = server.clock.now().toISOString();
  const user = {
    id,
    name: `Learner ${n}`,
    email: `learner-${n}@example.org`,
    role: 'user' as const,
    createdAt,
  };
  await inTransaction(server.deps.db, (trx) => insertUser(trx, { ...user, passwordHash: 'x'.repeat(97) }));
  const token = await issueTestToken(server.deps, { id, tokenVersion: 1 });
  const path = '/api/courses/tides/activate';
  await send(server, token, { path, method: 'POST', body: { activationCode: `CODE-${n}` } });
  return { id, token };
}

type Position = readonly [lesson: number, seconds: number];

function saveProgress(server: TestServer, { token }: Learner, positions: readonly Position[]) {
  const entries = positions.map(([lesson, seconds]) => ({
    lessonId: `tides-lesson-${lesson + 1}`,
    completedAt: '2026-11-21T06:00:00.000Z',
    ...{ positionSeconds: seconds, updatedAt: '2026-11-21T06:00:00.000Z' },
  }));
  return send(server, token, { path: '/api/progress', method: 'PUT', body: { entries } });
}

/** Ten positions, as a device sends them after a short time offline. */
async function savePositions(server: TestServer, { token }: Learner, round: number): Promise<void> {
  const requests = Array.from({ length: 10 }, (_, n) => ({
    ...{ id: `${n}`, method: 'PUT', path: '/api/progress', headers: { 'Idempotency-Key': uuidv7() } },
    body: {
      entries: [
        {
          lessonId: 'tides-lesson-1',
          positionSeconds: round * 150 + n * 15,
          updatedAt: new Date(Date.UTC(2026, 10, 21, 7, round, n)).toISOString(),
        },
      ],
    },
  }));
  await send(server, token, { path: '/api/batch', method: 'POST', body: { requests } });
}

async function editFigures(server: TestServer, lessonHtml: string): Promise<Figure[]> {
  const save = (content: string) => sendAsAdmin(server, 'PUT', 'lessons/tides-lesson-1', { content });
  await save(lessonHtml);
  const edited = await growthOf(server, async () => {
    const middle = lessonHtml.indexOf('<p>', lessonHtml.length / 2) + 3;
    for (let n = 0; n < EDITS; n += 1)
      await save(`${lessonHtml.slice(0, middle)}Sentence ${n} is new. ${lessonHtml.slice(middle)}`);
  });
  const rewritten = await growthOf(server, async () => {
    for (let n = 1; n <= REWRITES; n += 1) await save(prose(n));
  });
  const detail = `${EDITS} saves of ${LESSON_CHARACTERS} characters, with their receipts`;
  return [
    {
      ...{ name: 'A save of one new sentence', value: edited / EDITS / KB, unit: 'kB', detail },
      bound: { kind: 'at most', value: 8 },
    },
    {
      ...{ name: 'A save of another text', value: rewritten / REWRITES / KB, unit: 'kB' },
      ...{
        bound: { kind: 'at most', value: 50 },
        detail: `${REWRITES} saves of ${LESSON_CHARACTERS} characters`,
      },
    },
  ];
}

async function courseFigure(server: TestServer, lessonHtml: string): Promise<Figure> {
  const bytes = await growthOf(server, async () => {
    const course = { id: 'large', title: 'Large', description: 'Long lessons', instructor: 'Ines Holm' };
    await sendAsAdmin(server, 'POST', 'courses', course);
    await sendAsAdmin(server, 'POST', 'courses/large/modules', { id: 'large-1', title: 'One' });
    for (let n = 0; n < LESSONS; n += 1)
      await sendAsAdmin(server, 'POST', 'modules/large-1/lessons', {
        ...{ id: `large-lesson-${n}`, title: `Lesson ${n}` },
        content: `<p>${n}</p>${lessonHtml.slice(10)}`,
      });
  });
  return {
    ...{ name: `A course of ${LESSONS} lessons`, value: bytes / KB / KB, unit: 'MB' },
    bound: { kind: 'at most', value: 8 },
    detail: `${LESSON_CHARACTERS} characters each, with its history and receipts`,
  };
}

async function codeFigure(server: TestServer): Promise<Figure> {
  const codes = Array.from({ length: CODES }, () => randomUUID());
  const bytes = await growthOf(server, () =>
    sendAsAdmin(server, 'POST', 'courses/large/upload-codes', { codes }),
  );
  return {
    ...{ name: 'An activation code', value: bytes / CODES, unit: 'bytes' },
    ...{ bound: { kind: 'at most', value: 800 }, detail: `${CODES} codes of 36 characters` },
  };
}

/** The growth of the database, without its free pages. */
async function growthOf(server: TestServer, work: () => Promise<unknown>): Promise<number> {
  const before = await usedBytes(server);
  await work();
  return (await usedBytes(server)) - before;
}

async function usedBytes({ deps }: TestServer): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select (select page_count - freelist_count from pragma_page_count, pragma_freelist_count)
      * (select page_size from pragma_page_size) as bytes`.execute(deps.db);
  return Number(rows[0]?.bytes);
}

interface Sent {
  readonly path: string;
  readonly method: string;
  readonly body: object;
}

async function send(server: TestServer, token: string, { path, method, body }: Sent): Promise<void> {
  const headers = { Authorization: `Bearer ${token}` };
  const reply = await server.request(path, { method, body, headers, key: uuidv7() });
  if (reply.status !== 200) throw new Error(`${method} ${path}: ${reply.text.slice(0, 200)}`);
}

const sendAsAdmin = (server: TestServer, method: string, path: string, body: object) =>
  send(server, server.people.admin.token, { path: `/api/admin/${path}`, method, body });

/** Real text of the demo courses, from another place for each number. */
function prose(n: number): string {
  const folder = join(findProjectRoot(), 'sync-server', 'seed', 'courses');
  const all = readdirSync(folder).flatMap((course) =>
    readdirSync(join(folder, course, 'lessons')).map((name) =>
      readFileSync(join(folder, course, 'lessons', name), 'utf8'),
    ),
  );
  const turned = [...all.slice(n % all.length), ...all.slice(0, n % all.length)];
  return turned
    .join('')
    .replaceAll(/<figure[\s\S]*?<\/figure>/g, '')
    .slice(n * 7, n * 7 + LESSON_CHARACTERS);
}
