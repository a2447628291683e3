import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { SlowProxy } from '#e2e/world/slow-proxy.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { fixtureCourse } from '#sync-server/testing/fixture-courses.ts';
import type { Person } from '#sync-server/testing/people.ts';
import { startTestServer } from '#sync-server/testing/test-server.ts';
import type { Figure } from '../figures.ts';
import { connectTo } from './node-device/node-device.ts';

/** 64 kbit/s, 800 ms and 3 % loss: a phone at the edge of its network. */
const EDGE = { bytesPerSecond: 8_000, latencyMs: 800, lossRate: 0.03, isSlowBothWays: true };
/** 100 kbit/s. */
const SLOW = { ...EDGE, bytesPerSecond: 12_500 };
const RATIO_MAX = 1.5;
/** The headers of one request and its reply, which no body can be smaller than. */
const HEADERS_BYTES = 2_600;
const LESSONS = 200;
const PULLED_LESSONS = 40;
const EDITS = 500;
const LESSON_CHARACTERS = 60_000;
const MB = 1024 * 1024;

const toGzip = promisify(gzip);
const sizeOf = async (value: unknown) => (await toGzip(JSON.stringify(value))).length;

/** Text that compresses about as well as prose does: a vocabulary in no order. */
function proseOf(characters: number): string {
  let seed = characters;
  const next = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((seed / 2 ** 31) * below);
  };
  const vocabulary = Array.from({ length: 4_000 }, () =>
    Array.from({ length: 3 + next(8) }, () => String.fromCharCode(97 + next(26))).join(''),
  );
  let text = '';
  while (text.length < characters) text += `${vocabulary[next(vocabulary.length)]} `;
  return `<p>${text}</p>`;
}

const html = proseOf(LESSON_CHARACTERS);

/**
 * Everything ends on a slow connection, and little more is carried than has to be: an edit of a large course, a
 * new device's first pull, a long queue, a Save Course and a lesson of 1 MB.
 */
export async function slowLineFigures(): Promise<Figure[]> {
  const large = fixtureCourse({ id: 'large', lessonCount: LESSONS, lessonHtml: html });
  const many = fixtureCourse({ id: 'many', lessonCount: EDITS, lessonHtml: '<p>Short</p>' });
  const server = await startTestServer({ courses: [large, many] });
  const small = await startTestServer({
    courses: [fixtureCourse({ lessonCount: PULLED_LESSONS, lessonHtml: html })],
  });
  try {
    const figures = [
      await measure('an edit of a course with 200 lessons of 60 kB', server, EDGE, renameLarge),
      await measure('a new device’s first pull', small, EDGE, pullFirst),
      await measure('500 queued edits', server, EDGE, sendQueue),
      await measure('a Save Course with a lesson of 1 MB over 100 kbit/s', server, SLOW, saveLong),
    ];
    return figures;
  } finally {
    await Promise.all([server.close(), small.close()]);
  }
}

type Server = Awaited<ReturnType<typeof startTestServer>>;

/** Does something on a new device; returns the bytes that had to be carried. */
type Scenario = (server: Server, person: Person) => Promise<number>;

async function measure(name: string, server: Server, speed: typeof EDGE, run: Scenario): Promise<Figure> {
  const proxy = await SlowProxy.to(server.port, speed);
  const startedAt = performance.now();
  try {
    connectTo(proxy.url);
    const needed = await run(server, server.people.admin);
    const seconds = (performance.now() - startedAt) / 1_000;
    return {
      name: `slow line: ${name}`,
      value: proxy.carriedBytes / needed,
      unit: 'of the bytes needed',
      bound: { kind: 'at most', value: RATIO_MAX },
      detail: `${kB(proxy.carriedBytes)} carried, ${kB(needed)} needed, ${seconds.toFixed(0)} s`,
    };
  } finally {
    await proxy.close();
  }
}

const kB = (bytes: number): string => `${(bytes / 1_000).toFixed(0)} kB`;

async function openDevice(server: Server, person: Person) {
  const { resetDevice } = await import('#pwa/testing/device.ts');
  const { writeToken } = await import('#pwa/api/token.ts');
  const { writeKnownUser } = await import('#pwa/store/database/known-user.ts');
  const { openPrivateStore } = await import('#pwa/store/database/private-store.ts');
  await resetDevice();
  const me = await server.request(endpoints.me.path, { as: person });
  writeToken(person.token);
  writeKnownUser(me.read(endpoints.me.output).user);
  return openPrivateStore(person.id);
}

type Store = Awaited<ReturnType<typeof openDevice>>;

/** Sends what waits until nothing does, as the engine does with its delays. */
async function drainAll(store: Store): Promise<number> {
  const { drain, realPorts } = await import('#pwa/sync/replay/replay.ts');
  const { listUnsent } = await import('#pwa/store/account/outbox.ts');
  let rounds = 0;
  while ((await listUnsent(store)).length > 0) {
    rounds += 1;
    if (rounds > 20) throw new Error('The outbox does not end');
    await drain(store, { ...realPorts, isEager: true });
  }
  return rounds;
}

const envelope = (userId: string) => ({
  id: randomUUID(),
  userId,
  version: 1,
  createdAt: new Date().toISOString(),
});

/** Queues a command as an edit made offline; the device has none of the server's rows yet. */
async function queue(
  store: Store,
  commands: readonly { readonly kind: string; readonly args: object }[],
  group: { readonly groupId?: string } = {},
) {
  const untried = { attempts: 0, nextAttemptAt: null, lastStatus: null, lastProblem: null };
  const rows = commands.map((body) => {
    const command = { ...envelope(store.userId), ...body };
    return { id: command.id, v: 1, state: 'waiting', ...untried, ...group, acknowledgedAt: null, command };
  });
  await store.database.open();
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open(`carrel-user-${store.userId}`);
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  const transaction = db.transaction('outbox', 'readwrite');
  for (const row of rows) transaction.objectStore('outbox').add(row);
  await new Promise((resolve) => {
    transaction.oncomplete = resolve;
  });
  db.close();
  return rows.map(({ command }) => command);
}

const lessonEdit = (courseId: string, n: number, changes: { title?: string; content?: string }) => ({
  kind: 'lesson.update',
  args: {
    ...{ courseId, moduleId: `${courseId}-module-1`, lessonId: `${courseId}-lesson-${n}` },
    ...{ lessonTitle: `Lesson ${n}`, version: 1, base: {}, changes },
  },
});

const renameLarge: Scenario = async (server, person) => {
  const store = await openDevice(server, person);
  const args = { courseId: 'large', courseTitle: 'Large', version: 1, base: {}, changes: { title: 'New' } };
  await queue(store, [{ kind: 'course.update', args }]);
  await drainAll(store);
  return HEADERS_BYTES + (await sizeOf(args));
};

const pullFirst: Scenario = async (server, person) => {
  const { pull, realPullPorts } = await import('#pwa/sync/pull/pull.ts');
  const { createPageSize } = await import('#pwa/sync/pull/page-size.ts');
  const store = await openDevice(server, person);
  const pageSize = createPageSize();
  for (let end = 'stopped', rounds = 0; end !== 'done'; rounds += 1) {
    if (rounds > 20) throw new Error('The pull does not end');
    end = (await pull(store, { ...realPullPorts, pageSize })).end;
  }
  const whole = await server.request('/api/sync', { as: person });
  return HEADERS_BYTES + (await sizeOf(JSON.parse(whole.text)));
};

const sendQueue: Scenario = async (server, person) => {
  const store = await openDevice(server, person);
  const edits = Array.from({ length: EDITS }, (_, n) =>
    lessonEdit('many', n + 1, { title: `Edit ${n} of ${EDITS}` }),
  );
  const { batchRequest } = await import('#pwa/sync/replay/schedule/batch-request.ts');
  const { Command } = await import('#schema/commands/all-commands.ts');
  const { parse } = await import('valibot');
  const commands = (await queue(store, edits)).map((command) => parse(Command, command));
  const requests = await sizeOf(commands.map(batchRequest));
  await drainAll(store);
  const receipts = await server.deps.db.selectFrom('receipts').select(['key', 'body']).execute();
  return 5 * HEADERS_BYTES + requests + (await sizeOf(receipts));
};

const saveLong: Scenario = async (server, person) => {
  const store = await openDevice(server, person);
  const content = proseOf(0.9 * MB);
  const course = { courseId: 'large', courseTitle: 'New', version: 2, base: {}, changes: { title: 'Newer' } };
  await queue(store, [{ kind: 'course.update', args: course }, lessonEdit('large', 7, { content })], {
    groupId: randomUUID(),
  });
  await drainAll(store);
  return HEADERS_BYTES + (await sizeOf(content));
};
