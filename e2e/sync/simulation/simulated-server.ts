import { copyFileSync, cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pino from 'pino';
import { vi } from 'vitest';
import type { App } from '../../../sync-server/app.ts';
import { type Config, readConfig } from '../../../sync-server/config.ts';
import type { OpenDeps } from '../../../sync-server/open-deps.ts';
import { fixtureCourse } from '../../../sync-server/testing/fixture-courses.ts';
import { createTestServer } from '../../../sync-server/testing/test-server.ts';
import { worldClock } from './device.ts';
import { prompterFiles } from './prompt-files.ts';

/** Who is there: two admins, and learners. */
export const ADMINS = ['admin', 'carol'] as const;
export const LEARNERS = ['alice', 'bob'] as const;

/** In memory where the machine has such a folder: nothing of it has to outlive the run. */
const FOLDER = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
const DATABASE = 'carrel.sqlite';
const BACKUP = 'backup.sqlite';
const clock = { now: () => new Date(worldClock.now()) };
const log = pino({ level: 'silent' });

/** The data folder that every schedule starts with; made once. */
export async function makeTemplate(): Promise<string> {
  const courses = [
    fixtureCourse({ id: 'tides', lessonCount: 2 }),
    fixtureCourse({ id: 'stars', lessonCount: 2, status: 'unpublished' }),
  ];
  const server = await createTestServer({ courses, keepData: true });
  await server.deps.db.updateTable('users').set({ role: 'admin' }).where('id', '=', 'carol').execute();
  await server.close();
  return server.deps.config.dataFolder;
}

/** The server's modules, with whatever stands in the place of some of them. */
export async function loadBackend() {
  vi.resetModules();
  vi.doMock('node:fs/promises', prompterFiles);
  const { createApp } = await import('../../../sync-server/app.ts');
  const { openDeps } = await import('../../../sync-server/open-deps.ts');
  const { findCallerRow } = await import('../../../sync-server/auth/user-queries.ts');
  vi.doUnmock('node:fs/promises');
  return { createApp, openDeps, findCallerRow };
}
export type Backend = Awaited<ReturnType<typeof loadBackend>>;

/** The real server on a database of its own, which can be restarted and put back from a backup. */
export class SimulatedServer {
  readonly #backend: Backend;
  readonly #config: Config;
  #opened: OpenDeps;
  #app: App;
  #hasBackup = false;
  /** Ends while it is down; requests find nobody then. */
  #comingBack: Promise<void> | null = null;
  readonly #working = new Set<Promise<unknown>>();

  private constructor(backend: Backend, config: Config, opened: OpenDeps) {
    this.#backend = backend;
    this.#config = config;
    this.#opened = opened;
    this.#app = backend.createApp(opened.deps);
  }

  static async start(template: string, backend: Backend): Promise<SimulatedServer> {
    const dataFolder = mkdtempSync(join(FOLDER, 'carrel-simulation-'));
    cpSync(template, dataFolder, { recursive: true });
    const config = {
      ...readConfig({ CARREL_TRANSCODE: 'off' }),
      appFolder: join(dataFolder, 'no-app'),
      dataFolder,
    };
    return new SimulatedServer(backend, config, await backend.openDeps(config, log, clock));
  }

  get db() {
    return this.#opened.deps.db;
  }

  readonly fetch = async (path: string, init: RequestInit): Promise<Response> => {
    if (this.#comingBack !== null) throw new TypeError('Failed to fetch');
    return this.#work(async () => this.#app.request(path, init));
  };

  /** A fresh session of a person. */
  signIn(userId: string): Promise<string> {
    return this.#atWork(async () => {
      const { db, sessions } = this.#opened.deps;
      const row = await this.#backend.findCallerRow(db, userId);
      if (row === undefined) throw new Error(`There is no ${userId}`);
      return sessions.issue(row, clock.now());
    });
  }

  /** Ends every session of a person, as a change of password does. */
  endSessions(userId: string): Promise<unknown> {
    return this.#atWork(() =>
      this.db
        .updateTable('users')
        .set((eb) => ({ tokenVersion: eb('tokenVersion', '+', 1) }))
        .where('id', '=', userId)
        .execute(),
    );
  }

  async restart(): Promise<void> {
    await this.#reopen(() => undefined);
  }

  /** One backup, early or late in a life. */
  backUp(): Promise<void> {
    return this.#atWork(async () => {
      if (this.#hasBackup) return;
      this.#hasBackup = true;
      const path = join(this.#config.dataFolder, BACKUP);
      await sql`vacuum into ${sql.lit(path)}`.execute(this.db);
    });
  }

  /** The disk is lost: the database is put back as it was backed up. Answers whether there was a backup. */
  async restore(): Promise<boolean> {
    if (!this.#hasBackup) return false;
    const at = (name: string) => join(this.#config.dataFolder, name);
    return this.#reopen(() => {
      for (const ending of ['-wal', '-shm']) rmSync(at(DATABASE + ending), { force: true });
      copyFileSync(at(BACKUP), at(DATABASE));
    });
  }

  async close(): Promise<void> {
    await Promise.all([...this.#working]);
    await this.#opened.close();
    rmSync(this.#config.dataFolder, { recursive: true, force: true });
  }

  /** Does something to the server itself, once it is up. */
  async #atWork<T>(work: () => Promise<T>): Promise<T> {
    while (this.#comingBack !== null) await this.#comingBack;
    return this.#work(work);
  }

  #work<T>(work: () => Promise<T>): Promise<T> {
    const working = work();
    const done: Promise<unknown> = working.then(
      () => this.#working.delete(done),
      () => this.#working.delete(done),
    );
    this.#working.add(done);
    return working;
  }

  async #reopen(meanwhile: () => void): Promise<boolean> {
    if (this.#comingBack !== null) return false;
    this.#comingBack = (async () => {
      await Promise.all([...this.#working]);
      await this.#opened.close();
      meanwhile();
      this.#opened = await this.#backend.openDeps(this.#config, log, clock);
      this.#app = this.#backend.createApp(this.#opened.deps);
    })();
    await this.#comingBack;
    this.#comingBack = null;
    return true;
  }
}
