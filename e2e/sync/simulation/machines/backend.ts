import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { inTransaction } from '#sync-server/db/transaction.ts';
import type { ReservedPoints } from '#sync-server/http/limits/reserved-points.ts';
import type { OutgoingMail } from '#sync-server/mail/mail-transport.ts';
import { fixtureCourse } from '#sync-server/testing/fixture-courses.ts';
import { PASSWORD } from '#sync-server/testing/people.ts';
import { createTestServer } from '#sync-server/testing/test-server.ts';
import { prepareQuizzes } from '../quizzes/prepare-quizzes.ts';
import { dateBy, worldClock } from './clock.ts';
import { Ids, loadFor } from './machine.ts';
import { sqliteOnDisk } from './server-disk.ts';
import { synchronousFiles, synchronousStreams } from './sync-files.ts';

/** The users: two admins, and learners. */
export const ADMINS = ['admin', 'carol'] as const;
export const LEARNERS = ['alice', 'bob'] as const;

/** In memory where the machine has such a folder: nothing has to outlive the run. */
const FOLDER = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
/** The initial data of every simulation run, below the world's folder. */
export const BEGINNING = 'beginning';

/** The world's folder with the initial data of every simulation run; created once. */
export async function makeTemplate(): Promise<string> {
  const courses = [
    fixtureCourse({ id: 'tides', lessonCount: 2 }),
    fixtureCourse({ id: 'stars', lessonCount: 2, status: 'unpublished' }),
    fixtureCourse({ id: 'harbour', lessonCount: 2 }),
  ];
  const server = await createTestServer({ courses, keepData: true });
  await inTransaction(server.deps.db, (trx) =>
    trx.updateTable('users').set({ role: 'admin' }).where('id', '=', 'carol').execute(),
  );
  await prepareQuizzes(server);
  await server.close();
  const folder = mkdtempSync(join(FOLDER, 'carrel-simulation-'));
  const { dataFolder } = server.deps.config;
  cpSync(dataFolder, join(folder, BEGINNING), { recursive: true });
  rmSync(dataFolder, { recursive: true, force: true });
  return folder;
}

/** Real hashes are made in other threads, which no seed controls. Those of the beginning are of the usual password. */
const cheapHashes = () => ({
  hash: async (password: string) => `cheap ${password}`,
  verify: async (hash: string, password: string) =>
    hash === `cheap ${password}` || (hash.startsWith('$argon2') && password === PASSWORD),
});

/** Blocks of points in memory would be left over from the run before. */
const countedOneByOne = () => ({
  ReservedPoints: class {
    readonly take: ReservedPoints['take'] = async (limiter, _, key, tries) => {
      await limiter.consume(key, tries);
    };
  },
});

/** The server's modules, with replacements for some of them. */
export async function loadBackend() {
  const ids = new Ids(worldClock.now);
  vi.doMock('node:fs/promises', synchronousFiles);
  vi.doMock('node:fs', synchronousStreams);
  vi.doMock('uuid', ids.instead);
  vi.doMock('better-sqlite3', sqliteOnDisk);
  vi.doMock('@node-rs/argon2', cheapHashes);
  vi.doMock('#sync-server/http/limits/reserved-points.ts', countedOneByOne);
  const inbox: OutgoingMail[] = [];
  const transport = { deliver: async (mail: OutgoingMail) => void inbox.push(mail) };
  vi.doMock('#sync-server/mail/mail-transport.ts', () => ({ folderTransport: () => transport }));
  const globals = { Date: dateBy(worldClock.now), performance: { now: worldClock.now } };
  const modules = await loadFor(globals, async () => ({
    ...(await import('#sync-server/app.ts')),
    ...(await import('#sync-server/open-deps.ts')),
    ...(await import('#sync-server/db/migrations/all-migrations.ts')),
    ...(await import('#sync-server/editor/edit-route.ts')),
    ...(await import('#sync-server/sync/pushed-page.ts')),
    ...(await import('#sync-server/remove-expired-rows.ts')),
    ...(await import('#sync-server/sessions/user-queries.ts')),
    ...(await import('#sync-server/testing/test-session.ts')),
    postgresStorage: await import('#sync-server/storage/postgres-storage.ts'),
  }));
  // The server loads it later; the same instance shares its modules with the rest.
  vi.doMock('#sync-server/storage/postgres-storage.ts', () => modules.postgresStorage);
  vi.doUnmock('node:fs/promises');
  vi.doUnmock('node:fs');
  vi.doUnmock('uuid');
  vi.doUnmock('better-sqlite3');
  vi.doUnmock('@node-rs/argon2');
  vi.doUnmock('#sync-server/http/limits/reserved-points.ts');
  vi.doUnmock('#sync-server/mail/mail-transport.ts');
  return { ...modules, ids, inbox };
}
export type Backend = Awaited<ReturnType<typeof loadBackend>>;
