import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateNKeysBetween } from 'fractional-indexing';
import pino from 'pino';
import { type App, createApp } from '../app.ts';
import { type Config, readConfig } from '../config.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { type Listening, listen } from '../listen.ts';
import { openDeps } from '../open-deps.ts';
import { insertCourse } from '../seed/insert-course.ts';
import type { PreparedCourse } from '../seed/prepare-course.ts';
import { fixtureCourse } from './fixture-courses.ts';
import { writeMigratedFile } from './migrated-file.ts';
import { insertPeople, type People } from './people.ts';
import {
  findDatabase,
  noteDatabase,
  returnTestDatabase,
  takeTestDatabase,
} from './postgres/test-database.ts';
import { TestClock } from './test-clock.ts';
import { type RequestOptions, TestResponse, toRequestInit } from './test-request.ts';

interface TestServerOptions {
  /** Replaces the one fixture course. */
  readonly courses?: readonly PreparedCourse[];
  /** A folder of an earlier server (see `keepData`), with its users and courses. */
  readonly dataFolder?: string;
  /** The folder is not deleted when the server closes. */
  readonly keepData?: boolean;
  readonly config?: Partial<Config>;
}

export interface TestServer {
  readonly app: App;
  readonly deps: Deps;
  readonly clock: TestClock;
  readonly people: People;
  /** All log output, one JSON line each. */
  readonly log: readonly string[];
  /** Sends a request to the app without a network. */
  request(path: string, requestOptions?: RequestOptions): Promise<TestResponse>;
  close(): Promise<void>;
}

/** The real app on a temporary database: alice, bob, carol, an admin, and one course (or the given ones). */
export async function createTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const dataFolder = options.dataFolder ?? (await makeDataFolder());
  const clock = new TestClock();
  const log: string[] = [];
  const logger = pino({ level: 'debug' }, { write: (line: string) => log.push(line) });
  const appFolder = join(dataFolder, 'no-app');
  const databaseUrl = findDatabase(dataFolder);
  const config = {
    ...readConfig({ CARREL_TRANSCODE: 'off' }),
    ...{ appFolder, databaseUrl, ...options.config, dataFolder },
  };
  const { deps, close } = await openDeps(config, logger, clock);
  const people = await insertPeople(deps);
  if (options.dataFolder === undefined) await insertCourses(deps, options.courses ?? [fixtureCourse()]);
  const app = createApp(deps);
  return {
    app,
    deps,
    clock,
    people,
    log,
    request: async (path, requestOptions) =>
      TestResponse.of(await app.request(path, toRequestInit(requestOptions))),
    close: async () => {
      await close();
      if (options.keepData === true) return;
      rmSync(dataFolder, { recursive: true, force: true });
      if (databaseUrl !== undefined) await returnTestDatabase(databaseUrl);
    },
  };
}

/** The same, listening on a free port of 127.0.0.1. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer & Listening> {
  const server = await createTestServer(options);
  const listening = await listen(server.app, { port: 0, host: '127.0.0.1' });
  const close = async () => {
    server.deps.eventStreams.close();
    await listening.close();
    await server.close();
  };
  return { ...server, ...listening, close };
}

async function makeDataFolder(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'carrel-test-'));
  const databaseUrl = await takeTestDatabase();
  if (databaseUrl === undefined) await writeMigratedFile(join(folder, 'carrel.sqlite'));
  else noteDatabase(folder, databaseUrl);
  return folder;
}

async function insertCourses(deps: Deps, courses: readonly PreparedCourse[]): Promise<void> {
  const positions = generateNKeysBetween(null, null, courses.length);
  const createdAt = deps.clock.now().toISOString();
  await inTransaction(deps.db, async (trx) => {
    for (const [i, course] of courses.entries()) {
      await insertCourse(trx, course, { position: positions[i] ?? '', createdAt });
    }
  });
}
