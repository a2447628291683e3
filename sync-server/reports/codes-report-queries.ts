import {
  type CodeBatchReport,
  type CodesReport,
  type CodeWeek,
  REPORT_WEEKS,
} from '#schema/reports/reports.ts';
import { DAY_CHARACTERS, dayOf } from '../courses/count-queries.ts';
import { liveCourses } from '../db/live-rows.ts';
import type { Db } from '../db/open.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const WEEK_MS = 7 * DAY_MS;
/** 1 January 1970 was a Thursday. */
const FIRST_MONDAY_MS = 4 * DAY_MS;

/** The use of activation codes, by batch and by week. `now`: ISO time. */
export async function readCodesReport(db: Db, now: string): Promise<CodesReport> {
  return { batches: await readBatches(db, now), weeks: await readWeeks(db, now) };
}

async function readBatches(db: Db, now: string): Promise<CodeBatchReport[]> {
  const counts = await countCodesOfBatches(db);
  const batches = await db
    .selectFrom('codeBatches')
    .innerJoin(liveCourses, 'courses.id', 'codeBatches.courseId')
    .select(['codeBatches.id as batchId', 'codeBatches.name', 'codeBatches.courseId', 'codeBatches.uses'])
    .select(['courses.title as courseTitle', 'codeBatches.createdAt as addedAt'])
    .select(['codeBatches.expiresAt', 'codeBatches.revokedAt'])
    .execute();
  const reports = batches.map(({ expiresAt, revokedAt, ...batch }) => {
    const { codes = 0, usedUp = 0, open = 0 } = counts.get(batch.batchId) ?? {};
    const isClosed = revokedAt !== null || (expiresAt !== null && expiresAt <= now);
    const unused = isClosed ? 0 : open;
    return { ...batch, uses: Number(batch.uses), codes, usedUp, unused, ended: codes - usedUp - unused };
  });
  return reports.sort((a, b) => compare(b.addedAt, a.addedAt) || compare(a.batchId, b.batchId));
}

interface CodeCounts {
  readonly codes: number;
  readonly usedUp: number;
  /** With uses left, and not withdrawn themselves. */
  readonly open: number;
}

async function countCodesOfBatches(db: Db): Promise<ReadonlyMap<string, CodeCounts>> {
  const rows = await db
    .selectFrom('activationCodes')
    .select((eb) => [
      'batch',
      eb.fn.countAll<number>().as('codes'),
      eb.fn.countAll<number>().filterWhere('isUsedUp', '=', 1).as('usedUp'),
      eb.fn
        .countAll<number>()
        .filterWhere('isUsedUp', '=', 0)
        .filterWhere('revokedAt', 'is', null)
        .as('open'),
    ])
    .groupBy('batch')
    .execute();
  return new Map(
    rows.map(({ batch, codes, usedUp, open }) => [
      batch,
      { codes: Number(codes), usedUp: Number(usedUp), open: Number(open) },
    ]),
  );
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

async function readWeeks(db: Db, now: string): Promise<CodeWeek[]> {
  const mondays = lastMondays(now);
  const rows = await db
    .selectFrom('redemptions')
    .innerJoin(liveCourses, 'courses.id', 'redemptions.courseId')
    .where('redemptions.at', '>=', mondays[0] ?? '')
    .select((eb) => [
      eb.fn<string>('substr', ['redemptions.at', eb.lit(1), eb.lit(DAY_CHARACTERS)]).as('day'),
      eb.fn.countAll<number>().as('used'),
    ])
    .groupBy('day')
    .execute();
  const used = new Map<string, number>();
  for (const row of rows) {
    const monday = mondayOf(Date.parse(row.day));
    used.set(monday, (used.get(monday) ?? 0) + Number(row.used));
  }
  return mondays.map((monday) => ({ monday, used: used.get(monday) ?? 0 }));
}

/** The Mondays of the last weeks up to this one, oldest first. */
function lastMondays(now: string): string[] {
  return Array.from({ length: REPORT_WEEKS }, (_, index) =>
    mondayOf(Date.parse(now) - (REPORT_WEEKS - 1 - index) * WEEK_MS),
  );
}

/** The UTC day on which the week of a moment begins. */
function mondayOf(ms: number): string {
  const weeks = Math.floor((ms - FIRST_MONDAY_MS) / WEEK_MS);
  return dayOf(new Date(FIRST_MONDAY_MS + weeks * WEEK_MS).toISOString());
}
