import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import type { App } from '#sync-server/app.ts';
import { type Config, readConfig } from '#sync-server/config.ts';
import { inTransaction } from '#sync-server/db/transaction.ts';
import type { Deps } from '#sync-server/deps.ts';
import type { OutgoingMail } from '#sync-server/mail/mail-transport.ts';
import type { OpenDeps } from '#sync-server/open-deps.ts';
import { getEpoch } from '#sync-server/sync/epoch/epoch-queries.ts';
import { declareRestore, type RestoreIntent } from '#sync-server/sync/epoch/restore-declaration.ts';
import type { RestoreExtent } from '../run/circumstances.ts';
import { type Backend, BEGINNING } from './backend.ts';
import { worldClock } from './clock.ts';
import type { OlderRelease } from './older-release.ts';
import { serverDisk } from './server-disk.ts';
import { copyDatabase, listExpiredReceipts, readReceiptKeys } from './stored-receipts.ts';
import { createWiper, type Wiper } from './wipe.ts';

const DATABASE = 'carrel.sqlite';
const LIMITS = 'limits.sqlite';
const WATERMARK = 'watermark.json';
/** A folder. */
const BACKUP = 'backup';
/** Empty when a run begins. */
const MEDIA_FOLDERS = ['incoming', 'media', 'uploads'] as const;
const clock = { now: () => new Date(worldClock.now()) };
const log = pino({ level: 'silent' });

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
  readonly #wipers: readonly Wiper[];
  #opened: OpenDeps;
  #app: App;
  #hasBackup = false;
  /** Null once the server is of today's release, as in most runs from the beginning. */
  older: OlderRelease | null = null;
  /** In which the sessions began: a device may begin another at any time, after a restore of the whole folder. */
  #epoch: string | null = null;
  /** Set after a restore or a kill: its state then fits no other run. */
  #isSpent = false;
  /** Pending while the server is down; requests then fail. */
  #comingBack: Promise<void> | null = null;
  /** How often it was killed: a reply from before does not arrive after it. */
  #kills = 0;
  readonly #working = new Set<Promise<unknown>>();
  readonly #sessions = new Map<string, Promise<string>>();

  private constructor(backend: Backend, config: Config, opened: OpenDeps) {
    this.#backend = backend;
    this.#config = config;
    this.#opened = opened;
    this.#app = backend.createApp(opened.deps);
    const beginning = join(config.dataFolder, '..', BEGINNING);
    this.#wipers = [DATABASE, LIMITS].map((name) =>
      createWiper(join(config.dataFolder, name), join(beginning, name)),
    );
  }

  /** A server in its initial state: the previous one if it can be reused. */
  static async begin(last: SimulatedServer | null, template: string, backend: Backend) {
    const server = last === null || last.#isSpent ? await SimulatedServer.open(template, backend) : last;
    if (last !== server) await last?.close();
    backend.inbox.length = 0;
    server.#hasBackup = false;
    server.older = null;
    rmSync(join(server.#config.dataFolder, BACKUP), { recursive: true, force: true });
    server.#epoch = null;
    serverDisk.free();
    for (const wiper of server.#wipers) wiper.wipe();
    for (const folder of MEDIA_FOLDERS)
      rmSync(join(server.#config.dataFolder, folder), { recursive: true, force: true });
    server.#sessions.clear();
    // With no reply of the last run in its memory: a course has the same revisions again, with other texts.
    server.#app = backend.createApp(server.#opened.deps);
    return server;
  }

  private static async open(template: string, backend: Backend): Promise<SimulatedServer> {
    const dataFolder = mkdtempSync(join(template, 'server-'));
    cpSync(join(template, BEGINNING), dataFolder, { recursive: true });
    const appFolder = join(dataFolder, 'no-app');
    const config = { ...readConfig({ CARREL_TRANSCODE: 'off' }), appFolder, dataFolder };
    return new SimulatedServer(backend, config, await backend.openDeps(config, log, clock));
  }

  get db() {
    return this.#opened.deps.db;
  }

  /** What a proof of an activation states; null if it is not this user's. */
  readProof(userId: string, proof: string) {
    return this.#opened.deps.activationProofs.read(userId, proof);
  }

  readonly fetch = async (path: string, init: RequestInit): Promise<Response> => {
    if (this.#comingBack !== null) throw new TypeError('Failed to fetch');
    const kills = this.#kills;
    const { older } = this;
    const asked = older === null ? init : older.ask(init);
    // No request is aborted here, and an unused signal costs time.
    const reply = await this.#work(async () => {
      const given = await this.#app.request(path, { ...asked, signal: null });
      // Otherwise written by a timer, at a time that no seed controls.
      await this.#opened.deps.sessionUses.settled();
      return given;
    });
    if (kills !== this.#kills) throw new TypeError('Failed to fetch');
    // Compression runs in other threads, which no seed controls, and the oracle reads the bodies.
    reply.headers.delete('Accept-Encoding');
    return older === null ? reply : older.reply(path, asked, reply);
  };

  /** Runs a function in the server's process, once it is up. */
  runInside<T>(work: (inside: Inside) => Promise<T>): Promise<T> {
    return this.#atWork(() => work({ deps: this.#opened.deps, backend: this.#backend }));
  }

  /** A session of a user, shared by all of their devices. */
  signIn(userId: string): Promise<string> {
    return this.#atWork(async () => {
      await this.#forgetEndedSessions();
      const session = this.#sessions.get(userId) ?? this.#issue(userId);
      this.#sessions.set(userId, session);
      // No session begins while the disk is full.
      session.catch(() => this.#sessions.delete(userId));
      return session;
    });
  }

  /** Some may have ended. */
  forgetSessions(): void {
    this.#sessions.clear();
  }

  async #forgetEndedSessions(): Promise<void> {
    if (this.#epoch === null) return;
    const epoch = await getEpoch(this.db);
    if (epoch !== this.#epoch) this.#sessions.clear();
    this.#epoch = epoch;
  }

  async #issue(userId: string): Promise<string> {
    const { deps } = this.#opened;
    const row = await this.#backend.findCallerRow(deps.db, userId);
    if (row === undefined) throw new Error(`There is no ${userId}`);
    return this.#backend.issueTestToken(deps, row);
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
      this.#sessions.delete(userId);
    });
  }

  /** The mails until now. */
  async listMails(): Promise<readonly OutgoingMail[]> {
    await this.#atWork(() => this.#opened.deps.mails.drain());
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
    const files = [DATABASE, `${DATABASE}-wal`]
      .map((name) => this.#path(name))
      .filter((path) => existsSync(path));
    const bytes = files.map((path) => [path, readFileSync(path)] as const);
    this.#kills += 1;
    await this.#reopen(() => {
      this.#abandonDatabase();
      for (const [path, content] of bytes) writeFileSync(path, content);
    });
  }

  /** Makes one backup, early or late in a run. */
  backUp(): Promise<void> {
    return this.#atWork(async () => {
      if (this.#hasBackup) return;
      this.#hasBackup = true;
      serverDisk.free();
      mkdirSync(this.#path(BACKUP));
      for (const name of [WATERMARK, ...MEDIA_FOLDERS]) this.#copy(name, join(BACKUP, name));
      copyDatabase(this.#path(DATABASE), this.#path(join(BACKUP, DATABASE)));
    });
  }

  /** Simulates a disk loss: restores a backup. Returns the keys of its receipts; null if there is none. */
  async restore(
    extent: RestoreExtent = 'database',
    intent: RestoreIntent | null = null,
  ): Promise<ReadonlySet<string> | null> {
    if (!this.#hasBackup) return null;
    const isDone = await this.#reopen(() => {
      this.#abandonDatabase();
      this.#copy(join(BACKUP, DATABASE), DATABASE);
      const isWhole = extent === 'wholeFolder';
      if (extent !== 'database') rmSync(this.#path(WATERMARK), { force: true });
      if (isWhole || extent === 'withWatermark') this.#copy(join(BACKUP, WATERMARK), WATERMARK);
      if (isWhole) this.#restoreRest();
      if (intent !== null) declareRestore(this.#config.dataFolder, intent);
    });
    return isDone ? readReceiptKeys(this.#path(join(BACKUP, DATABASE))) : null;
  }

  /** The files, and no second watermark. */
  #restoreRest(): void {
    this.#epoch = '';
    for (const name of [LIMITS, `${LIMITS}-wal`, `${LIMITS}-shm`]) rmSync(this.#path(name), { force: true });
    for (const folder of MEDIA_FOLDERS) {
      rmSync(this.#path(folder), { recursive: true, force: true });
      this.#copy(join(BACKUP, folder), folder);
    }
  }

  /** Stops, has its database replaced by another one of the same data, and starts again. */
  async replaceDatabase(replace: (file: string) => void): Promise<void> {
    await this.rest();
    await this.#opened.deps.deletedCourses.drain();
    await this.#reopen(() => {
      this.#detachDatabase();
      replace(this.#path(DATABASE));
    });
  }

  #path(name: string): string {
    return join(this.#config.dataFolder, name);
  }

  #copy(from: string, to: string): void {
    if (existsSync(this.#path(from))) cpSync(this.#path(from), this.#path(to), { recursive: true });
  }

  /** Lets go of the closed database, before its file is replaced. */
  #abandonDatabase(): void {
    this.#sessions.clear();
    this.#detachDatabase();
  }

  #detachDatabase(): void {
    this.#isSpent = true;
    for (const wiper of this.#wipers) wiper.close();
    for (const ending of ['-wal', '-shm'])
      rmSync(join(this.#config.dataFolder, DATABASE + ending), { force: true });
  }

  /**
   * The daily removal of what has expired. Its users sign in anew, because sessions expire too.
   *
   * @param noteExpired is told first the keys of the receipts that may be removed
   */
  removeExpired(noteExpired: (key: string) => void): Promise<void> {
    return this.#atWork(async () => {
      this.#sessions.clear();
      const { deps } = this.#opened;
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
    for (const wiper of this.#wipers) wiper.close();
    await this.#opened.close();
    rmSync(this.#config.dataFolder, { recursive: true, force: true });
  }

  /** Runs a function on the server itself, once it is up. */
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
    // It does not start without space.
    serverDisk.free();
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
