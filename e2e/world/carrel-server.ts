import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { freePort } from './free-port.ts';

/** As `npm start` has it (.ci/server-flags.mjs). */
const SERVER_FLAG = '--max-semi-space-size=4';
const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const START_TIMEOUT_MS = 120_000;
export const ADMIN = { email: 'admin@carrel.local', password: 'a-lamp-for-the-admin' };

/**
 * The built server as a separate process with its own data folder. It can be stopped, killed and restarted on
 * the same port with the same data.
 */
export class CarrelServer {
  readonly port: number;
  readonly dataFolder: string;
  private readonly settings: Readonly<Record<string, string>>;
  private process: ChildProcess | null = null;

  private constructor(port: number, dataFolder: string, settings: Readonly<Record<string, string>>) {
    this.port = port;
    this.dataFolder = dataFolder;
    this.settings = settings;
  }

  /** Starts a server on a new data folder; `settings` are added to its environment. */
  static async start(settings: Readonly<Record<string, string>> = {}, port?: number): Promise<CarrelServer> {
    const server = new CarrelServer(port ?? (await freePort()), await makeFolder(), settings);
    await server.start();
    return server;
  }

  /** Starts a server on a copy of a stopped one's data: filling it with courses again takes a second. */
  static async startOnCopy(of: CarrelServer): Promise<CarrelServer> {
    const server = new CarrelServer(await freePort(), await makeFolder(), of.settings);
    await cp(of.dataFolder, server.dataFolder, { recursive: true });
    await server.start();
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /**
   * The process's whole output. It goes to a file, because no reader is attached while the process is
   * measured.
   */
  get output(): string {
    return readFileSync(this.logPath, 'utf8');
  }

  private get logPath(): string {
    return `${this.dataFolder}.log`;
  }

  get databasePath(): string {
    return join(this.dataFolder, 'carrel.sqlite');
  }

  /** Starts the process and waits until it accepts requests. */
  async start(): Promise<void> {
    const log = openSync(this.logPath, 'a');
    const logged = this.output.length;
    const child = spawn(process.execPath, [SERVER_FLAG, join(PROJECT, 'dist', 'server', 'main.js')], {
      cwd: PROJECT,
      stdio: ['ignore', log, log],
      env: {
        ...process.env,
        PORT: String(this.port),
        CARREL_DATA: this.dataFolder,
        CARREL_ADMIN_EMAIL: ADMIN.email,
        CARREL_ADMIN_PASSWORD: ADMIN.password,
        ...this.settings,
      },
    });
    closeSync(log);
    this.process = child;
    await this.untilReady(child, logged);
  }

  /** @param logged length of the output of earlier processes */
  private async untilReady(child: ChildProcess, logged: number): Promise<void> {
    const deadline = Date.now() + START_TIMEOUT_MS;
    while (Date.now() < deadline) {
      if (child.exitCode !== null)
        throw new Error(`The server ended with ${child.exitCode}:\n${this.output}`);
      // Before it says so itself, another program that took the port meanwhile could reply in its place.
      const isListening = this.output.slice(logged).includes('Carrel is ready at');
      const ready = isListening ? await fetch(`${this.url}/readyz`).catch(() => null) : null;
      if (ready?.ok) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`The server was not ready in time:\n${this.output}`);
  }

  /** Ends the process as Ctrl-C does (or, with SIGKILL, as a power failure) and waits for its exit. */
  async stop(signal: 'SIGINT' | 'SIGKILL' = 'SIGINT'): Promise<void> {
    const child = this.process;
    this.process = null;
    if (child === null || child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }

  async dispose(): Promise<void> {
    await this.stop('SIGKILL');
    await rm(this.dataFolder, { recursive: true, force: true });
    await rm(this.logPath, { force: true });
  }

  /** Queries the server db directly, bypassing the API. */
  query<Row>(sql: string, ...values: readonly unknown[]): Row[] {
    const db = new Database(this.databasePath, { readonly: true, timeout: 5_000 });
    try {
      return db.prepare<unknown[], Row>(sql).all(...values);
    } finally {
      db.close();
    }
  }

  /** Changes the server db directly. */
  change(sql: string, ...values: readonly unknown[]): void {
    const db = new Database(this.databasePath, { timeout: 5_000 });
    try {
      db.prepare<unknown[]>(sql).run(...values);
    } finally {
      db.close();
    }
  }

  /** The unused activation codes of a course, oldest first. */
  codes(courseId: string): string[] {
    return this.query<{ code: string }>(
      'select code from activationCodes where courseId = ? and isUsedUp = 0 order by createdAt, id',
      courseId,
    ).map((row) => row.code);
  }
}

function makeFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'carrel-e2e-'));
}
