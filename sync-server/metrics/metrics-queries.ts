import { sql } from 'kysely';
import { SESSION_IDLE_DAYS } from '#schema/limits.ts';
import type { Db } from '../db/open.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

export async function countUsers(db: Db): Promise<number> {
  const row = await db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Sessions that can be used: not ended, not expired, not idle for too long. */
export async function countLiveSessions(db: Db, now: Date): Promise<number> {
  const row = await db
    .selectFrom('sessions')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', now.toISOString())
    .where('lastSeenAt', '>', new Date(now.getTime() - SESSION_IDLE_DAYS * DAY_MS).toISOString())
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/**
 * Counts receipts day by day: there may be millions, and a single query would delay every request. Each query is
 * a step after which other requests are served.
 */
export async function countReceipts(db: Db, now: Date): Promise<number> {
  const oldest = await db
    .selectFrom('receipts')
    .select('createdAt')
    .orderBy('createdAt')
    .limit(1)
    .executeTakeFirst();
  if (oldest === undefined) return 0;
  const endMs = now.getTime() + DAY_MS;
  let count = 0;
  for (let fromMs = Date.parse(oldest.createdAt); fromMs < endMs; fromMs += DAY_MS) {
    const row = await db
      .selectFrom('receipts')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('createdAt', '>=', new Date(fromMs).toISOString())
      .where('createdAt', '<', new Date(fromMs + DAY_MS).toISOString())
      .executeTakeFirstOrThrow();
    count += Number(row.count);
  }
  return count;
}

interface QueueLengths {
  readonly waiting: number;
  /** How many of them failed at their last attempt. */
  readonly failing: number;
}

/** The rows of a queue that are not finished. */
export async function measureQueue(db: Db, table: 'mails' | 'transcodes'): Promise<QueueLengths> {
  const row = await db
    .selectFrom(table)
    .select((eb) => [
      eb.fn.countAll<number>().as('waiting'),
      sql<number>`coalesce(sum(case when ${eb.ref('lastProblem')} is not null then 1 else 0 end), 0)`.as(
        'failing',
      ),
    ])
    .where('nextAttemptAt', 'is not', null)
    .executeTakeFirstOrThrow();
  return { waiting: Number(row.waiting), failing: Number(row.failing) };
}

/** The size of a PostgreSQL database, in bytes. */
export async function measurePostgres(db: Db): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select pg_database_size(current_database()) as bytes`.execute(db);
  return rows[0]?.bytes ?? 0;
}
