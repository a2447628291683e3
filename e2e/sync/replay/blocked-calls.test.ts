import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { writeToken } from '#pwa/api/token.ts';
import { listUnsent } from '#pwa/store/account/outbox.ts';
import { findUpload } from '#pwa/store/account/uploads.ts';
import { writeKnownUser } from '#pwa/store/database/known-user.ts';
import { openPrivateStore, type PrivateStore } from '#pwa/store/database/private-store.ts';
import { requestReplay } from '#pwa/sync/outbox/signal.ts';
import { startSync } from '#pwa/sync/start.ts';
import { storeVideo } from '#pwa/sync/uploads/store-upload.ts';
import { startUploads } from '#pwa/sync/uploads/uploads.ts';
import { resetDevice } from '#pwa/testing/device.ts';
import { editLesson, editorRow, retitle } from '#pwa/testing/editor-rows.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { fixtureCourse } from '#sync-server/testing/fixture-courses.ts';
import { startTestServer } from '#sync-server/testing/test-server.ts';
import { type Middlebox, meddlings, openMiddlebox } from '../testing/middlebox.ts';
import { CountedFetch, passTime } from '../testing/simulated-time.ts';
import { createVideoFile } from '../testing/upload-world.ts';

/* Whatever something on the way answers, and to whichever calls: no storm, and everything arrives once it has gone. */

const CALLS_MAX = 20;
const BLOCKED_MS = 150_000;
const EDITS = 3;

type Matches = (call: { readonly method: string; readonly path: string }) => boolean;
const targets: Record<string, Matches> = {
  'the replay': ({ path }) => path === '/api/batch' || path.startsWith('/api/admin/lessons'),
  'the pull': ({ path }) => path.startsWith('/api/sync'),
  uploads: ({ path }) => path.startsWith('/api/uploads'),
  'every call': () => true,
  'all but the probe': ({ path }) => path !== '/healthz',
};
const cases = Object.entries(targets).flatMap(([target, matches]) =>
  Object.entries(meddlings).map(([answer, meddling]) => ({ target, matches, answer, meddling })),
);

let server: Awaited<ReturnType<typeof startTestServer>>;
let middlebox: Middlebox;
let network: CountedFetch;
let store: PrivateStore;
const stops: (() => void)[] = [];

beforeAll(async () => {
  await resetDevice();
  // What a page loads when it needs it takes real time.
  await Promise.all([import('#pwa/sync/replay/admin-replay.ts'), import('#pwa/store/admin/pull-admin.ts')]);
  const many = fixtureCourse({ id: 'many', lessonCount: EDITS * cases.length, lessonHtml: '<p>Short</p>' });
  server = await startTestServer({ courses: [many] });
  middlebox = await openMiddlebox(server.url);
  network = new CountedFetch(middlebox.url);
  vi.stubGlobal('fetch', network.fetch);
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
  });
  const { admin } = server.people;
  const reply = await server.request(endpoints.me.path, { as: admin });
  writeToken(admin.token);
  writeKnownUser(reply.read(endpoints.me.output).user);
  store = openPrivateStore(admin.id);
  stops.push(startSync(), startUploads());
  await passTime(10_000, network);
});

afterAll(async () => {
  for (const stop of stops) stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  await middlebox.close();
  await server.close();
});

/** Edits of lessons that no other case edits, and a video. */
async function work(at: number): Promise<{ lessons: number[]; uploadId: string }> {
  const lessons = Array.from({ length: EDITS }, (_, n) => at * EDITS + n + 1);
  const last = (await store.database.outbox.orderBy('order').last())?.order ?? 0;
  const rows = lessons.map((lesson, n) => {
    const row = editorRow(
      last + n + 1,
      editLesson(retitle(`Lesson ${lesson}`, 'New'), `many-lesson-${lesson}`),
    );
    const id = uuid();
    return { ...row, id, command: { ...row.command, id, userId: store.userId } };
  });
  await store.database.outbox.bulkPut(rows);
  const [first = 0] = lessons;
  const lesson = { courseId: 'many', moduleId: 'many-module-1', lessonId: `many-lesson-${first}` };
  const { uploadId } = await storeVideo(
    store.userId,
    { ...lesson, lessonTitle: 'x' },
    createVideoFile(64 * 1024),
  );
  requestReplay();
  return { lessons, uploadId };
}

it.each(cases.map((one, at) => ({ ...one, at })))(
  '$answer in place of $target causes no storm',
  async (one) => {
    middlebox.meddle(one.meddling, one.matches);
    network.calls.length = 0;
    const { lessons, uploadId } = await work(one.at);
    await passTime(BLOCKED_MS, network);
    const calls = network.calls.map(({ atMs, call }) => `${atMs} ${call}`);
    expect(network.busiestMinute(), calls.join('\n')).toBeLessThanOrEqual(CALLS_MAX);
    middlebox.letPass();
    requestReplay('eager');
    await passTime(10_000, network);
    expect(await listUnsent(store)).toEqual([]);
    expect(await findUpload(store, uploadId)).toBeNull();
    const versions = await server.deps.db
      .selectFrom('lessons')
      .select('version')
      .where(
        'id',
        'in',
        lessons.slice(1).map((lesson) => `many-lesson-${lesson}`),
      )
      .execute();
    expect(versions).toEqual([{ version: 2 }, { version: 2 }]);
  },
);
