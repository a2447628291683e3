import { randomUUID } from 'node:crypto';
import { setTimeout as rest } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { openDatabaseOf } from '../database-file.ts';
import { usesPostgres } from '../postgres/test-database.ts';

/** The statuses of an edit beyond the limit of a minute, which a long run reaches, and without a database. */
const TOO_MANY = 429;
const UNAVAILABLE = 503;

/** Writes edits of one lesson, one after the other; an edit without an ack is sent again under its key. */
export class LessonWriter {
  readonly acknowledged = new Set<string>();
  /** Acks of edits that an earlier process had stored without a reply. */
  late = 0;
  onAck = () => {};
  readonly #lessonId: string;
  #title = '';
  #key = '';

  constructor(lessonId: string) {
    this.#lessonId = lessonId;
    this.#next();
  }

  get unsure(): string {
    return this.#title;
  }

  /** Until no reply comes any more. */
  async writeTo(url: string, token: string): Promise<void> {
    for (;;) {
      const outcome = await this.#send(url, token);
      if (outcome === 'none') return;
      if (outcome === 'acknowledged') this.#next();
    }
  }

  /** To one server after another, as `nextUrl` names them, until it names none. */
  async writeToSeveral(nextUrl: () => string | null, token: string): Promise<void> {
    for (let url = nextUrl(); url !== null; url = nextUrl()) {
      if ((await this.#send(url, token)) === 'acknowledged') this.#next();
    }
  }

  #next(): void {
    this.#key = randomUUID();
    this.#title = `title ${this.#key}`;
  }

  async #send(url: string, token: string): Promise<'acknowledged' | 'later' | 'none'> {
    const headers = {
      'Content-Type': 'application/json',
      Authorization: `Bearer ${token}`,
      'Idempotency-Key': this.#key,
    };
    const body = JSON.stringify({ title: this.#title });
    const path = `${url}/api/admin/lessons/${this.#lessonId}`;
    const reply = await fetch(path, { method: 'PUT', headers, body }).catch(() => null);
    if (reply === null) return 'none';
    if (reply.status === TOO_MANY || reply.status === UNAVAILABLE) {
      await rest(Number(reply.headers.get('Retry-After')) * 1_000);
      return 'later';
    }
    // The reply has its headers, and its body may be lost.
    expect([reply.status, reply.headers.get('Receipt')]).toEqual([200, this.#key]);
    this.acknowledged.add(this.#title);
    if (reply.headers.has('Idempotency-Replayed')) this.late += 1;
    this.onAck();
    return reply.text().then(
      () => 'acknowledged',
      () => 'none',
    );
  }
}

/** Waits until so many more edits are acknowledged. */
export function countAcks(writers: readonly LessonWriter[], count: number): Promise<void> {
  let left = count;
  return new Promise((resolve) => {
    for (const writer of writers)
      writer.onAck = () => {
        left -= 1;
        if (left <= 0) resolve();
      };
  });
}

/** How often the history has each title; the database is whole. */
async function readTitles(dataFolder: string): Promise<Map<string, number>> {
  const db = openDatabaseOf(dataFolder);
  if (!usesPostgres()) {
    const { rows } = await sql`pragma integrity_check`.execute(db);
    expect(rows).toEqual([{ integrity_check: 'ok' }]);
  }
  const edits = await db
    .selectFrom('revisions')
    .select('after')
    .where('entity', '=', 'lesson')
    .where('kind', '=', 'update')
    .execute();
  const found = new Map<string, number>();
  for (const [title = ''] of edits.map(({ after }) => /title [0-9a-f-]{36}/.exec(after) ?? []))
    found.set(title, (found.get(title) ?? 0) + 1);
  return found;
}

/** Lost and surplus edits: `missing` acknowledged ones, `doubled` ones, `strange` ones that no client sent. */
export async function findLoss(dataFolder: string, writers: readonly LessonWriter[]) {
  const found = await readTitles(dataFolder);
  const acknowledged = new Set(writers.flatMap((writer) => [...writer.acknowledged]));
  const missing = [...acknowledged].filter((title) => !found.has(title));
  const doubled = [...found].filter(([, times]) => times > 1);
  const unsure = new Set(writers.map((writer) => writer.unsure));
  const strange = [...found.keys()].filter((title) => !acknowledged.has(title) && !unsure.has(title));
  const late = writers.reduce((sum, writer) => sum + writer.late, 0);
  const counts = [`${acknowledged.size} acknowledged`, `${late} of them late`];
  counts.push(`${missing.length} missing`, `${doubled.length} doubled`);
  return { loss: { missing, doubled, strange }, summary: counts.join(', ') };
}

export const NO_LOSS = { missing: [], doubled: [], strange: [] };
