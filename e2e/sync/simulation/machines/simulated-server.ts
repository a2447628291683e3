import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, readConfig } from '#sync-server/config.ts';
import { inTransaction } from '#sync-server/db/transaction.ts';
import type { Deps } from '#sync-server/deps.ts';
import type { RestoreIntent } from '#sync-server/epoch/restore-declaration.ts';
import type { OutgoingMail } from '#sync-server/mail/mail-transport.ts';
import { makeUp, NEXT } from '#sync-server/testing/next-version.ts';
import { findDatabase, usesPostgres } from '#sync-server/testing/postgres/test-database.ts';
import type { RestoreExtent } from '../run/circumstances.ts';
import { type Backend, BEGINNING } from './backend.ts';
import { worldClock } from './clock.ts';
import { PostgresDatabase } from './postgres-database.ts';
import type { ServerDatabase } from './server-database.ts';
import { serverDisk } from './server-disk.ts';
import { ServerProcesses } from './server-processes.ts';
import { SharedSessions } from './shared-sessions.ts';
import { SqliteDatabase } from './sqlite-database.ts';
import { listExpiredReceipts, type RestoredReceipts } from './stored-receipts.ts';

/** A folder. */
const BACKUP = 'backup';
/** Empty when a run begins. */
const MEDIA_FOLDERS = ['incoming', 'media', 'uploads'] as const;

interface Parts {
  readonly database: ServerDatabase;
  readonly processes: ServerProcesses;
}

async function openDatabase(dataFolder: string): Promise<ServerDatabase> {
  const beginning = findDatabase(dataFolder);
  return usesPostgres()
    ? PostgresDatabase.open(beginning)
    : new SqliteDatabase(dataFolder, join(dataFolder, BACKUP));
}

interface Inside {
  readonly deps: Deps;
  readonly backend: Backend;
}

/**
 * The real server with its own database, which can be restarted and restored from a backup. It is reused by
 * successive runs, because opening it takes longer than many a run.
 */
export class SimulatedServer {
  readonly #backend: Backend;
  readonly #config: Config;
  readonly #database: ServerDatabase;
  readonly #processes: ServerProcesses;
  #hasBackup = false;
  /** Set after a restore or a kill: its state then fits no other run. */
  #isSpent = false;
  /** Pending while the server is down; requests then fail. */
  #comingBack: Promise<unknown> | null = null;
  /** How often it was killed: a reply from before does not arrive after it. */
  #kills = 0;
  readonly #working = new Set<Promise<unknown>>();
  readonly #sessions: SharedSessions;

  private constructor(backend: Backend, config: Config, { database, processes }: Parts) {
    this.#backend = backend;
    this.#config = config;
    this.#database = database;
    this.#processes = processes;
    this.#sessions = new SharedSessions(backend, processes);
  }

  /** A server in its initial state: the previous one if it can be reused. */
  static async begin(last: SimulatedServer | null, template: string, backend: Backend) {
    delete backend.allMigrations[NEXT];
    const server = last === null || last.#isSpent ? await SimulatedServer.open(template, backend) : last;
    if (last !== server) await last?.close();
    backend.inbox.length = 0;
    server.#hasBackup = false;
    rmSync(join(server.#config.dataFolder, BACKUP), { recursive: true, force: true });
    serverDisk.free();
    await server.#database.wipe();
    for (const folder of MEDIA_FOLDERS)
      rmSync(join(server.#config.dataFolder, folder), { recursive: true, force: true });
    server.#sessions.forget();
    server.#processes.forget();
    return server;
  }

  private static async open(template: string, backend: Backend): Promise<SimulatedServer> {
    const dataFolder = mkdtempSync(join(template, 'server-'));
    cpSync(join(template, BEGINNING), dataFolder, { recursive: true });
    const appFolder = join(dataFolder, 'no-app');
    const database = await openDatabase(dataFolder);
    const config = {
      ...readConfig({ CARREL_TRANSCODE: 'off' }),
      ...{ appFolder, dataFolder, ...database.config },
    };
    const processes = await ServerProcesses.open({ backend, config, count: usesPostgres() ? 2 : 1 });
    return new SimulatedServer(backend, config, { database, processes });
  }

  get db() {
    return this.#processes.deps.db;
  }

  /** What a proof of an activation states; null if it is not this user's. */
  readProof(userId: string, proof: string) {
    return this.#processes.deps.activationProofs.read(userId, proof);
  }

  readonly fetch = async (path: string, init: RequestInit): Promise<Response> => {
    if (this.#comingBack !== null) throw new TypeError('Failed to fetch');
    const kills = this.#kills;
    // No request is aborted here, and an unused signal costs time.
    const reply = await this.#work(async () => {
      const given = await this.#processes.nextApp().request(path, { ...init, signal: null });
      await this.#processes.settled();
      return given;
    });
    if (kills !== this.#kills) throw new TypeError('Failed to fetch');
    // Compression runs in other threads, which no seed controls, and the oracle reads the bodies.
    reply.headers.delete('Accept-Encoding');
    return reply;
  };

  /** Runs a function in the server's process, once it is up. */
  runInside<T>(work: (inside: Inside) => Promise<T>): Promise<T> {
    return this.#atWork(() => work({ deps: this.#processes.deps, backend: this.#backend }));
  }

  /** A session of a user, shared by all of their devices. */
  signIn(userId: string): Promise<string> {
    return this.#atWork(() => this.#sessions.signIn(userId));
  }

  /** Some may have ended. */
  forgetSessions(): void {
    this.#sessions.forget();
  }

  /** Ends every session of a user, as a password change does. */
  endSessions(userId: string): Promise<unknown> {
    return this.#atWork(async () => {
      await inTransaction(this.db, (trx) =>
        trx
          .updateTable('users')
          .set((eb) => ({ tokenVersion: eb('tokenVersion', '+', 1) }))
          .where('id', '=', userId)
          .execute(),
      );
      // After the commit: a session that began meanwhile has ended too.
      this.#sessions.forgetOf(userId);
    });
  }

  /** Reads the database while users are at work; once the server is up, if it restarts. */
  read<T>(query: (db: SimulatedServer['db']) => Promise<T>): Promise<T> {
    return this.#atWork(() => query(this.db));
  }

  /** The mails until now. */
  async listMails(): Promise<readonly OutgoingMail[]> {
    await this.#atWork(() => this.#processes.deps.mails.drain());
    return this.#backend.inbox;
  }

  async restart(): Promise<void> {
    await this.#reopen(() => undefined);
  }

  /**
   * Kills the process, also inside a transaction: it restarts with the bytes that the database had at this
   * instant, and no reply to a request in progress arrives.
   */
  async kill(): Promise<void> {
    if (this.#comingBack !== null) return;
    const meanwhile = this.#database.kill();
    this.#kills += 1;
    await this.#reopen(() => {
      this.#abandonDatabase();
      return meanwhile();
    });
  }

  /** Makes one backup, early or late in a run. */
  backUp(): Promise<void> {
    return this.#atWork(async () => {
      if (this.#hasBackup) return;
      this.#hasBackup = true;
      serverDisk.free();
      mkdirSync(this.#path(BACKUP));
      for (const name of MEDIA_FOLDERS) this.#copy(name, join(BACKUP, name));
      await this.#database.backUp();
    });
  }

  /** Simulates a disk loss: restores a backup. Returns the receipts; null if there is no backup. */
  async restore(
    extent: RestoreExtent = 'database',
    intent: RestoreIntent | null = null,
  ): Promise<RestoredReceipts | null> {
    if (!this.#hasBackup) return null;
    return this.#reopen(() => {
      this.#abandonDatabase();
      this.#sessions.expectEpoch();
      if (extent === 'wholeFolder') this.#restoreFiles();
      return this.#database.restore(extent, intent);
    });
  }

  #restoreFiles(): void {
    for (const folder of MEDIA_FOLDERS) {
      rmSync(this.#path(folder), { recursive: true, force: true });
      this.#copy(join(BACKUP, folder), folder);
    }
  }

  /** Stops, and starts again as the made-up next version, which upgrades the database. */
  async upgrade(): Promise<void> {
    await this.rest();
    await this.#processes.deps.deletedCourses.drain();
    await this.#reopen(() => {
      this.#isSpent = true;
      this.#backend.allMigrations[NEXT] = { up: makeUp };
    });
  }

  #path(name: string): string {
    return join(this.#config.dataFolder, name);
  }

  #copy(from: string, to: string): void {
    if (existsSync(this.#path(from))) cpSync(this.#path(from), this.#path(to), { recursive: true });
  }

  /** Its state then fits no other run. */
  #abandonDatabase(): void {
    this.#sessions.forget();
    this.#isSpent = true;
  }

  /**
   * The daily removal of what has expired. Its users sign in anew, because sessions expire too.
   *
   * @param noteExpired is told first the keys of the receipts that may be removed
   */
  removeExpired(noteExpired: (key: string) => void): Promise<void> {
    return this.#atWork(async () => {
      this.#sessions.forget();
      const { deps } = this.#processes;
      for (const key of await listExpiredReceipts(deps.db, worldClock.now())) noteExpired(key);
      await deps.limits.sweep();
      await this.#backend.removeExpiredRows(deps);
    });
  }

  /** After so many writes the disk is full, until it is freed. A server that starts has space. */
  fillDisk(writesLeft: number): void {
    if (this.#comingBack === null) serverDisk.fill(writesLeft);
  }

  /** The bytes of a stored video; empty when there is no such file. */
  readVideo(fileId: string): Uint8Array {
    try {
      return readFileSync(join(this.#config.dataFolder, 'media', fileId));
    } catch {
      return new Uint8Array();
    }
  }

  /** Waits until no request is in progress. */
  async rest(): Promise<void> {
    await this.#comingBack;
    await Promise.all([...this.#working]);
  }

  async close(): Promise<void> {
    await this.rest();
    await this.#processes.close();
    await this.#database.close();
    rmSync(this.#config.dataFolder, { recursive: true, force: true });
  }

  /**
   * Runs a function on the server itself, once it is up; again, if a kill ended the connection to PostgreSQL that it
   * had.
   */
  async #atWork<T>(work: () => Promise<T>): Promise<T> {
    while (this.#comingBack !== null) await this.#comingBack;
    const kills = this.#kills;
    try {
      return await this.#work(work);
    } catch (error) {
      if (kills === this.#kills) throw error;
      return this.#atWork(work);
    }
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

  /** Returns the result of the function, which runs while the server is down; null if it was down already. */
  async #reopen<T>(meanwhile: () => T | Promise<T>): Promise<T | null> {
    if (this.#comingBack !== null) return null;
    // It does not start without space.
    serverDisk.free();
    const done = (async () => {
      await Promise.all([...this.#working]);
      await this.#processes.close();
      const result = await meanwhile();
      await this.#processes.open();
      return result;
    })();
    this.#comingBack = done;
    const result = await done;
    this.#comingBack = null;
    return result;
  }
}
