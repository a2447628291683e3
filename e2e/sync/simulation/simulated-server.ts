import { copyFileSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pino from 'pino';
import { type App, createApp } from '../../../sync-server/app.ts';
import { findCallerRow } from '../../../sync-server/auth/user-queries.ts';
import { type Config, readConfig } from '../../../sync-server/config.ts';
import { type OpenDeps, openDeps } from '../../../sync-server/open-deps.ts';
import { fixtureCourse } from '../../../sync-server/testing/fixture-courses.ts';
import { createTestServer } from '../../../sync-server/testing/test-server.ts';
import { worldClock } from './device.ts';

/** Who is there: two admins, and learners. */
export const ADMINS = ['admin', 'carol'] as const;
export const LEARNERS = ['alice', 'bob'] as const;

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

/** The real server on a database of its own, which can be restarted and put back from a backup. */
export class SimulatedServer {
  readonly #config: Config;
  #opened: OpenDeps;
  #app: App;
  #hasBackup = false;
  /** While it is down, requests find nobody. */
  #isDown = false;
  readonly #answering = new Set<Promise<unknown>>();

  private constructor(config: Config, opened: OpenDeps) {
    this.#config = config;
    this.#opened = opened;
    this.#app = createApp(opened.deps);
  }

  static async start(template: string): Promise<SimulatedServer> {
    const dataFolder = mkdtempSync(join(tmpdir(), 'carrel-simulation-'));
    cpSync(template, dataFolder, { recursive: true });
    const config = {
      ...readConfig({ CARREL_TRANSCODE: 'off' }),
      appFolder: join(dataFolder, 'no-app'),
      dataFolder,
    };
    return new SimulatedServer(config, await openDeps(config, log, clock));
  }

  get db() {
    return this.#opened.deps.db;
  }

  readonly fetch = async (path: string, init: RequestInit): Promise<Response> => {
    if (this.#isDown) throw new TypeError('Failed to fetch');
    const answering = Promise.resolve(this.#app.request(path, init));
    const done: Promise<unknown> = answering.then(
      () => this.#answering.delete(done),
      () => this.#answering.delete(done),
    );
    this.#answering.add(done);
    return answering;
  };

  /** A fresh session of a person. */
  async signIn(userId: string): Promise<string> {
    const { db, sessions } = this.#opened.deps;
    const row = await findCallerRow(db, userId);
    if (row === undefined) throw new Error(`There is no ${userId}`);
    return sessions.issue(row, clock.now());
  }

  /** Ends every session of a person, as a change of password does. */
  async endSessions(userId: string): Promise<void> {
    await this.db
      .updateTable('users')
      .set((eb) => ({ tokenVersion: eb('tokenVersion', '+', 1) }))
      .where('id', '=', userId)
      .execute();
  }

  async restart(): Promise<void> {
    await this.#reopen(() => undefined);
  }

  async backUp(): Promise<void> {
    const path = join(this.#config.dataFolder, BACKUP);
    rmSync(path, { force: true });
    await sql`vacuum into ${sql.lit(path)}`.execute(this.db);
    this.#hasBackup = true;
  }

  /** The disk is lost: the database is put back as it was backed up. Answers whether there was a backup. */
  async restore(): Promise<boolean> {
    if (!this.#hasBackup) return false;
    const at = (name: string) => join(this.#config.dataFolder, name);
    await this.#reopen(() => {
      for (const ending of ['-wal', '-shm']) rmSync(at(DATABASE + ending), { force: true });
      copyFileSync(at(BACKUP), at(DATABASE));
    });
    return true;
  }

  async close(): Promise<void> {
    await this.#opened.close();
    rmSync(this.#config.dataFolder, { recursive: true, force: true });
  }

  async #reopen(meanwhile: () => void): Promise<void> {
    if (this.#isDown) return;
    this.#isDown = true;
    await Promise.all([...this.#answering]);
    await this.#opened.close();
    meanwhile();
    this.#opened = await openDeps(this.#config, log, clock);
    this.#app = createApp(this.#opened.deps);
    this.#isDown = false;
  }
}
