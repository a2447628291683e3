import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';
import { getReportsVersion } from '../db/changes/counters-queries.ts';
import type { Db } from '../db/open.ts';
import { EncodedBody } from '../http/reply/encoded-body.ts';
import type { ReportSource } from './report-source.ts';
import type { ReportPart, ReportRequest } from './run-report.ts';

const CACHED_MS = 60_000;
const CACHED_BYTES_MAX = 32 * 1024 * 1024;
/** A body is stored as it is, with Brotli and with gzip. */
const ENCODINGS_FACTOR = 2;

interface Parts {
  readonly db: Db;
  readonly clock: Clock;
  readonly source: ReportSource;
}

interface CachedReport {
  /** That of all reports when it was asked for. */
  readonly version: number;
  readonly untilMs: number;
  readonly body: Promise<EncodedBody | null>;
}

/** Reports as bodies of replies. The caller has to be an admin: reports name people. */
export class Reports {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #source: ReportSource;
  readonly #cached = new LRUCache<string, CachedReport>({ maxSize: CACHED_BYTES_MAX });

  constructor(parts: Parts) {
    this.#db = parts.db;
    this.#clock = parts.clock;
    this.#source = parts.source;
  }

  /**
   * The report at most a minute ago, under a name that is equal for equal requests; null for a course that does not
   * exist. Equal requests at the same time compute it once. It has what an admin has changed before, in whatever process.
   */
  async get(name: string, request: ReportRequest): Promise<EncodedBody | null> {
    const version = await getReportsVersion(this.#db);
    const nowMs = this.#clock.now().getTime();
    const cached = this.#cached.get(name);
    if (cached !== undefined && cached.version === version && cached.untilMs > nowMs) return cached.body;
    const body = this.#source
      .run(request)
      .then((part) => (part === null ? null : new EncodedBody(Buffer.from(part.text))));
    const entry = { version, untilMs: nowMs + CACHED_MS, body };
    this.#cached.set(name, entry, { size: 1 });
    body.then(
      (built) => this.#resize(name, entry, built),
      () => this.#resize(name, entry, null),
    );
    return body;
  }

  /** A report, or a page of it, that is not cached. */
  run(request: ReportRequest): Promise<ReportPart | null> {
    return this.#source.run(request);
  }

  async close(): Promise<void> {
    await this.#source.close();
  }

  /** Its size is known once it is computed. What failed, and what does not exist, is not cached. */
  #resize(name: string, entry: CachedReport, body: EncodedBody | null): void {
    if (this.#cached.peek(name) !== entry) return;
    this.#cached.delete(name);
    if (body !== null) this.#cached.set(name, entry, { size: body.byteLength * ENCODINGS_FACTOR + 1 });
  }
}
