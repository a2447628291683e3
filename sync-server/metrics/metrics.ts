import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { findNewestBackup } from '../backup/backup-folders.ts';
import { sizeOf } from '../backup/copy-files.ts';
import { getLastSequence } from '../db/changes/changes-queries.ts';
import type { Deps } from '../deps.ts';
import {
  countLiveSessions,
  countReceipts,
  countUsers,
  measurePostgres,
  measureQueue,
} from './metrics-queries.ts';

const DURATION_BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** A request that was replied to, without anything of its caller. */
interface MeasuredRequest {
  /** The pattern, such as `/api/courses/:courseId`; a raw path would be a new series for each id. */
  readonly route: string;
  readonly method: string;
  readonly status: number;
  readonly isBatched: boolean;
  readonly seconds: number;
}

/** The figures of this server in Prometheus's format. */
export class Metrics {
  readonly #deps: Deps;
  readonly #registry = new Registry();
  readonly #requests: Counter<'route' | 'method' | 'status'>;
  readonly #durations: Histogram<'route' | 'method' | 'batched'>;
  readonly #gauges = new Map<string, Gauge<string>>();

  constructor(deps: Deps) {
    this.#deps = deps;
    const registers = [this.#registry];
    collectDefaultMetrics({ register: this.#registry });
    this.#requests = new Counter({
      name: 'carrel_http_requests_total',
      help: 'Requests by route, method and status; the calls of a batch are counted, too',
      labelNames: ['route', 'method', 'status'],
      registers,
    });
    this.#durations = new Histogram({
      name: 'carrel_http_request_duration_seconds',
      help: 'Time until the head of the reply, by route and method',
      labelNames: ['route', 'method', 'batched'],
      buckets: DURATION_BUCKETS_SECONDS,
      registers,
    });
  }

  observe({ route, method, status, isBatched, seconds }: MeasuredRequest): void {
    this.#requests.inc({ route, method, status: String(status) });
    this.#durations.observe({ route, method, batched: String(isBatched) }, seconds);
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  /** Reads the current figures and returns all of them as text. */
  async read(): Promise<string> {
    const { db, clock, eventStreams, html } = this.#deps;
    const now = clock.now();
    this.#set('carrel_users', 'User accounts', await countUsers(db));
    this.#set('carrel_sessions', 'Sessions that can be used', await countLiveSessions(db, now));
    this.#set('carrel_receipts', 'Stored receipts of commands', await countReceipts(db, now));
    this.#set('carrel_changes_last', 'Number of the last change', await getLastSequence(db));
    this.#set('carrel_event_streams', 'Open event streams', eventStreams.count);
    this.#set('carrel_html_waiting', 'Long texts that wait to be sanitised', html.waitingCount);
    await this.#readQueues();
    await this.#readDisk();
    await this.#readBackup();
    return this.#registry.metrics();
  }

  async #readQueues(): Promise<void> {
    for (const table of ['mails', 'transcodes'] as const) {
      const { waiting, failing } = await measureQueue(this.#deps.db, table);
      this.#set('carrel_queue_waiting', 'Unfinished rows of a queue', waiting, { queue: table });
      this.#set('carrel_queue_failing', 'Of these, rows whose last attempt failed', failing, {
        queue: table,
      });
    }
  }

  async #readDisk(): Promise<void> {
    const { dataFolder } = this.#deps.config;
    await this.#readDatabase();
    const { bavail, bsize } = await statfs(dataFolder);
    this.#set('carrel_disk_free_bytes', 'Free space on the disk of the data folder', bavail * bsize);
  }

  async #readDatabase(): Promise<void> {
    const { db, config } = this.#deps;
    if (config.databaseUrl !== undefined) {
      this.#set('carrel_database_bytes', 'Size of the database', await measurePostgres(db));
      return;
    }
    const file = join(config.dataFolder, 'carrel.sqlite');
    this.#set('carrel_database_bytes', 'Size of the database', (await sizeOf(file)) ?? 0);
    const walBytes = (await sizeOf(`${file}-wal`)) ?? 0;
    this.#set('carrel_database_wal_bytes', 'Size of the write-ahead log', walBytes);
  }

  /** Without a backup there is no figure, so a rule on its absence fires. */
  async #readBackup(): Promise<void> {
    const { backup } = this.#deps.config;
    const newest = backup === undefined ? undefined : await findNewestBackup(backup.folder);
    if (newest === undefined) return;
    const { takenAt, missing, damaged } = newest.manifest;
    this.#set(
      'carrel_backup_last_timestamp_seconds',
      'When the newest backup was taken',
      Date.parse(takenAt) / 1_000,
    );
    const lacking = missing.length + damaged.length;
    this.#set('carrel_backup_missing_files', 'Files that the newest backup lacks', lacking);
  }

  #set(name: string, help: string, value: number, labels: Readonly<Record<string, string>> = {}): void {
    let gauge = this.#gauges.get(name);
    if (gauge === undefined) {
      gauge = new Gauge({ name, help, labelNames: Object.keys(labels), registers: [this.#registry] });
      this.#gauges.set(name, gauge);
    }
    gauge.set(labels, value);
  }
}
