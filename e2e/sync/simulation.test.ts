import { beforeAll, expect, it, vi } from 'vitest';
import { emptyProgress, type LessonProgress } from '#schema/progress.ts';
import { readKnownUser } from '../../pwa/store/known-user.ts';
import { listUnsent } from '../../pwa/store/outbox.ts';
import type { PrivateStore } from '../../pwa/store/private-store.ts';
import { listProgress } from '../../pwa/store/progress.ts';
import { enqueueActivation } from '../../pwa/sync/outbox.ts';
import { recordProgress } from '../../pwa/sync/record-progress.ts';
import { refreshProgress } from '../../pwa/sync/refresh.ts';
import { enqueueProfile } from '../../pwa/sync/update-profile.ts';
import { createTestServer, type TestServer } from '../../sync-server/testing/test-server.ts';
import { type Fault, faults, Network } from './network.ts';
import { insertLearner, insertTwoCourses } from './population.ts';
import { createRandom, type Random } from './random.ts';
import { arrive, drainLater, type World } from './world.ts';

/*
 * One learner, one device, another device of theirs, a server, and between them everything that can go
 * wrong: 200 schedules, each from its own seed. When a schedule fails, its seed is in the message; run it
 * alone with SEED=<n>.
 */
const SCHEDULES = 200;
const STEPS = 25;
const DAY_MS = 24 * 60 * 60_000;
const START_MS = Date.parse('2026-11-21T08:00:00.000Z');

/** What the learner called themselves last; null when they never did. */
let lastName: string | null = null;
let server: TestServer;
let network: Network;

beforeAll(async () => {
  server = await createTestServer({ courses: [] });
  network = new Network(server.app);
  vi.stubGlobal('fetch', network.fetch);
  return () => server.close();
});

const only = process.env.SEED;
const seeds = only === undefined ? Array.from({ length: SCHEDULES }, (_, n) => n + 1) : [Number(only)];

it(`heals: the server equals the device and everything happened once (${seeds.length} schedules)`, async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: START_MS });
  for (const seed of seeds) {
    await live(seed).catch((cause: unknown) => {
      throw new Error(`The schedule with SEED=${seed} failed: ${String(cause)}`, { cause });
    });
  }
  vi.useRealTimers();
});

interface Life extends World {
  readonly seed: number;
  readonly random: Random;
  readonly person: Awaited<ReturnType<typeof insertLearner>>;
  readonly courses: readonly string[];
  store: PrivateStore;
}

async function live(seed: number): Promise<void> {
  const random = createRandom(seed);
  lastName = null;
  vi.setSystemTime(START_MS + random.pick([0, 0, -3_650 * DAY_MS, 3 * DAY_MS]));
  const person = await insertLearner(server, `learner-${seed}`);
  const courses = await insertTwoCourses(server, seed);
  const world: World = { server, network };
  const life: Life = { ...world, seed, random, person, courses, store: await arrive(world, person) };
  for (let step = 0; step < STEPS; step += 1) await doSomething(life);
  await heal(life);
  await expectOneTruth(life);
}

async function doSomething(life: Life): Promise<void> {
  const { random, courses } = life;
  server.clock.advance(random.below(5_000));
  vi.setSystemTime(Date.now() + random.below(5_000));
  const act = random.pick([
    study,
    study,
    study,
    replay,
    replay,
    replayAndDie,
    elsewhere,
    unlock,
    rename,
    reload,
    jump,
  ]);
  await act(life, random.pick(courses));
}

async function unlock({ random }: Life, courseId: string): Promise<void> {
  const code = random.pick([`${courseId}-CODE-1`, `${courseId}-CODE-1`, `${courseId}-code-2`, 'WRONG']);
  await enqueueActivation({ courseId, courseTitle: courseId, code });
}

async function rename({ random }: Life): Promise<void> {
  await enqueueProfile({ name: `Name ${random.below(1_000)}` });
  lastName = readKnownUser()?.name ?? null;
}

async function study({ random }: Life): Promise<void> {
  const unlocked = readKnownUser()?.activatedCourses ?? [];
  if (unlocked.length === 0) return;
  const lesson = `${random.pick(unlocked)}-lesson-${1 + random.below(4)}`;
  await recordProgress(
    lesson,
    random.pick([{ isCompleted: true }, { isCompleted: false }, { positionSeconds: random.below(900) }]),
  );
}

const everyFault: Fault[] = ['none', 'none', 'replyLost', 'replyLost', ...Object.values(faults)];

async function replay({ random, store }: Life): Promise<void> {
  network.plan = Array.from({ length: random.below(4) }, () => random.pick(everyFault));
  await drainLater(store);
  network.plan = [];
}

async function replayAndDie({ random, store }: Life): Promise<void> {
  const deadly = random.pick(['identified', 'claimed', 'sent', 'settled'] as const);
  let left = random.below(3);
  const onStep = (step: string) => {
    if (step === deadly && left-- === 0) throw new Error('the page is gone');
  };
  await drainLater(store, { onStep }).catch(() => undefined);
}

async function reload(life: Life): Promise<void> {
  life.store.close({ disableAutoOpen: false });
  if (life.random.below(2) === 0) await refreshProgress();
}

/** The same person's other device, with a clock of its own. */
async function elsewhere({ random, person }: Life, courseId: string): Promise<void> {
  const updatedAt = new Date(server.clock.now().getTime() + random.pick([0, -60_000, DAY_MS])).toISOString();
  const lessonId = `${courseId}-lesson-${1 + random.below(4)}`;
  const entry = {
    lessonId,
    updatedAt,
    ...random.pick([
      { completedAt: updatedAt },
      { completedAt: null },
      { positionSeconds: random.below(900) },
    ]),
  };
  await server.ask('/api/progress', { as: person, method: 'PUT', body: { entries: [entry] } });
}

async function jump({ random }: Life): Promise<void> {
  vi.setSystemTime(Date.now() + random.pick([-3_650 * DAY_MS, -DAY_MS, -1_000, 3 * DAY_MS, 10 * DAY_MS]));
}

async function heal({ store }: Life): Promise<void> {
  network.plan = [];
  for (let round = 0; round < 3; round += 1) await drainLater(store);
  await refreshProgress();
}

async function expectOneTruth({ store, person, courses, seed }: Life): Promise<void> {
  const unsent = await listUnsent(store);
  expect(unsent.filter(({ state }) => state !== 'refused')).toEqual([]);
  for (const { command } of unsent) expect(command.kind).toBe('course.activate');

  const rows = await server.deps.db
    .selectFrom('progress')
    .selectAll()
    .where('userId', '=', person.id)
    .execute();
  const theirs = rows.map(({ userId: _, ...row }) => row);
  expect(comparable(await listProgress(store))).toEqual(comparable(theirs));

  const stored = await server.deps.db
    .selectFrom('users')
    .select('name')
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow();
  expect(readKnownUser()?.name).toBe(stored.name);
  expect(stored.name).toBe(lastName ?? person.id);

  const activations = await server.deps.db
    .selectFrom('activations')
    .selectAll()
    .where('userId', '=', person.id)
    .execute();
  const unlocked = activations.map((row) => row.courseId).sort();
  expect([...(readKnownUser()?.activatedCourses ?? [])].sort()).toEqual(unlocked);
  const codes = await server.deps.db
    .selectFrom('activationCodes')
    .selectAll()
    .where('usedBy', '=', person.id)
    .execute();
  expect(codes.map((row) => row.courseId).sort(), `seed ${seed}`).toEqual(unlocked);
  expect(unlocked.every((id) => courses.includes(id))).toBe(true);
}

/** Rows without the device's version mark, and without those that say nothing. */
function comparable(rows: readonly LessonProgress[]): LessonProgress[] {
  return rows
    .map(({ lessonId, completedAt, completedUpdatedAt, positionSeconds, positionUpdatedAt }) => ({
      ...emptyProgress(lessonId),
      completedAt,
      completedUpdatedAt,
      positionSeconds,
      positionUpdatedAt,
    }))
    .sort((a, b) => (a.lessonId < b.lessonId ? -1 : 1));
}
