import { v7 as uuid } from 'uuid';
import { expect, vi } from 'vitest';
import { writeToken } from '#pwa/api/token.ts';
import { listUnsent } from '#pwa/store/account/outbox.ts';
import { writeKnownUser } from '#pwa/store/database/known-user.ts';
import { openPrivateStore, type PrivateStore } from '#pwa/store/database/private-store.ts';
import { requestReplay } from '#pwa/sync/outbox/signal.ts';
import { startSync } from '#pwa/sync/start.ts';
import { storeVideo } from '#pwa/sync/uploads/store-upload.ts';
import { startUploads } from '#pwa/sync/uploads/uploads.ts';
import { resetDevice } from '#pwa/testing/device.ts';
import { editLesson, editorRow, retitle } from '#pwa/testing/editor-rows.ts';
import type { CommandBody } from '#schema/commands/all-commands.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { fixtureCourse } from '#sync-server/testing/fixture-courses.ts';
import { startTestServer, type TestServer } from '#sync-server/testing/test-server.ts';
import { type Meddling, type Middlebox, openMiddlebox } from './middlebox.ts';
import { CountedFetch, passTime } from './simulated-time.ts';
import { createVideoFile } from './upload-world.ts';

/** The bar: whatever a middlebox answers, and to whichever calls. */
const CALLS_MAX = 20;
/** After it, everything that waits has been tried again, also where the user does nothing. */
const LONGEST_DELAY_MS = 6 * 60_000;

export type Matches = (call: { readonly method: string; readonly path: string }) => boolean;

export const targets = {
  'the replay': ({ path }) => path === '/api/batch' || path.startsWith('/api/admin/lessons'),
  'the pull': ({ path }) => path.startsWith('/api/sync'),
  uploads: ({ path }) => path.startsWith('/api/uploads'),
  'every call': () => true,
  'all but the probe': ({ path }) => path !== '/healthz',
} as const satisfies Record<string, Matches>;

/** An admin's page whose loops run in simulated time, a real server, and a middlebox between them. */
export class MiddleboxWorld {
  readonly server: TestServer;
  readonly middlebox: Middlebox;
  readonly network: CountedFetch;
  readonly store: PrivateStore;
  /** Each edit is of a lesson that no other edits. */
  #lessons = 0;
  readonly #stops: (() => void)[];

  private constructor(parts: Pick<MiddleboxWorld, 'server' | 'middlebox' | 'network' | 'store'>) {
    this.server = parts.server;
    this.middlebox = parts.middlebox;
    this.network = parts.network;
    this.store = parts.store;
    this.#stops = [parts.network.watchDatabases(), startSync(), startUploads()];
  }

  static async open(): Promise<MiddleboxWorld> {
    await resetDevice();
    // What a page loads when it needs it takes real time.
    await Promise.all([import('#pwa/sync/replay/admin-replay.ts'), import('#pwa/store/admin/pull-admin.ts')]);
    const many = fixtureCourse({ id: 'many', lessonCount: 400, lessonHtml: '<p>Short</p>' });
    const server = await startTestServer({ courses: [many] });
    const middlebox = await openMiddlebox(server.url);
    const network = new CountedFetch(middlebox.url);
    vi.stubGlobal('fetch', network.fetch);
    vi.stubGlobal('CompressionStream', function create(format: CompressionFormat) {
      return network.createCompression(format);
    });
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
    });
    const { admin } = server.people;
    const reply = await server.request(endpoints.me.path, { as: admin });
    writeToken(admin.token);
    writeKnownUser(reply.read(endpoints.me.output).user);
    const world = new MiddleboxWorld({ server, middlebox, network, store: openPrivateStore(admin.id) });
    await world.pass(10_000);
    return world;
  }

  async close(): Promise<void> {
    for (const stop of this.#stops) stop();
    vi.useRealTimers();
    vi.unstubAllGlobals();
    await this.middlebox.close();
    await this.server.close();
  }

  pass(ms: number): Promise<void> {
    return passTime(ms, this.network);
  }

  /** Queues new titles of lessons. Returns the ids of the lessons. */
  async edit(count: number, title = 'New'): Promise<string[]> {
    const numbers = Array.from({ length: count }, (_, n) => this.#lessons + n + 1);
    this.#lessons += count;
    const ids = numbers.map((lesson) => `many-lesson-${lesson}`);
    const bodies = numbers.map((lesson, n) => editLesson(retitle(`Lesson ${lesson}`, title), ids[n]));
    await this.queue(bodies);
    return ids;
  }

  async queue(bodies: readonly CommandBody[]): Promise<void> {
    const last = (await this.store.database.outbox.orderBy('order').last())?.order ?? 0;
    const rows = bodies.map((body, n) => {
      const row = editorRow(last + n + 1, body);
      const id = uuid();
      return { ...row, id, command: { ...row.command, id, userId: this.store.userId } };
    });
    await this.store.database.outbox.bulkPut(rows);
    requestReplay();
  }

  async attachVideo(): Promise<void> {
    const lesson = { courseId: 'many', moduleId: 'many-module-1', lessonId: 'many-lesson-400' };
    await storeVideo(this.store.userId, { ...lesson, lessonTitle: 'Last' }, createVideoFile(64 * 1024));
  }

  /** How often lessons were changed on the server. */
  async changesOf(ids: readonly string[]): Promise<number[]> {
    const rows = await this.server.deps.db
      .selectFrom('lessons')
      .select('version')
      .where('id', 'in', ids)
      .execute();
    return rows.map(({ version }) => version - 1);
  }

  /** Queues work while the calls are meddled with, and again without: no storm, and all arrives once. */
  async expectNoStorm(meddling: Meddling, matches: Matches, blockedMs: number): Promise<void> {
    this.middlebox.meddle(meddling, matches);
    this.network.calls.length = 0;
    const ids = await this.edit(3);
    await this.attachVideo();
    await this.pass(blockedMs);
    const calls = this.network.calls.map(({ atMs, call }) => `${atMs} ${call}`).join('\n');
    expect(this.network.busiestMinute(), calls).toBeLessThanOrEqual(CALLS_MAX);
    this.middlebox.letPass();
    await this.pass(LONGEST_DELAY_MS);
    expect(await listUnsent(this.store)).toEqual([]);
    expect(await this.store.database.uploads.count()).toBe(0);
    expect(await this.changesOf(ids)).toEqual([1, 1, 1]);
  }
}
