import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as rest } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openDatabaseOf } from './testing/database-file.ts';
import { usesPostgres } from './testing/postgres/test-database.ts';
import { dataFolderForTest, signInAdmin, startServerProcess } from './testing/processes/server-process.ts';

/** `KILLS=1000` is a long run: a round takes as long as a start of the server. */
const KILLS = Number(process.env.KILLS ?? 4);
const WRITERS = 6;
/** After so many acks of a round, and some milliseconds, in which the next edits are under way. */
const ACKS_MAX = 30;
const KILL_WITHIN_MS = 10;
/** The status of a person's edit beyond their limit in a minute, which a long run reaches. */
const TOO_MANY = 429;

/** Writes edits of one lesson, one after the other; an edit without an ack is sent again under its key. */
class Writer {
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
    if (reply.status === TOO_MANY) {
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

it(`a server killed ${KILLS} times while it acknowledges edits loses and doubles none`, {
  timeout: 60_000 + KILLS * 30_000,
}, async () => {
  const dataFolder = dataFolderForTest();
  let server = await startServerProcess({ dataFolder });
  const { token, addLessons } = await signInAdmin(server.url);
  const writers = (await addLessons(WRITERS)).map((id) => new Writer(id));
  for (let round = 1; round <= KILLS; round += 1) {
    const writing = Promise.all(writers.map((writer) => writer.writeTo(server.url, token)));
    // A writer that fails ends the wait too.
    await Promise.race([countAcks(writers, 1 + randomInt(ACKS_MAX)), writing]);
    await rest(randomInt(KILL_WITHIN_MS));
    await server.kill();
    await writing;
    server = await startServerProcess({ dataFolder });
  }
  await server.kill();
  const found = await readTitles(dataFolder);
  const acknowledged = new Set(writers.flatMap((writer) => [...writer.acknowledged]));
  const missing = [...acknowledged].filter((title) => !found.has(title));
  const doubled = [...found].filter(([, times]) => times > 1);
  const unsure = new Set(writers.map((writer) => writer.unsure));
  const strange = [...found.keys()].filter((title) => !acknowledged.has(title) && !unsure.has(title));
  const late = writers.reduce((sum, writer) => sum + writer.late, 0);
  const counts = [`${acknowledged.size} acknowledged`, `${late} of them late`];
  counts.push(`${missing.length} missing`, `${doubled.length} doubled`);
  process.stdout.write(`${KILLS} kills: ${counts.join(', ')}\n`);
  expect({ missing, doubled, strange }).toEqual({ missing: [], doubled: [], strange: [] });
});

/** Waits until so many more edits are acknowledged. */
function countAcks(writers: readonly Writer[], count: number): Promise<void> {
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
