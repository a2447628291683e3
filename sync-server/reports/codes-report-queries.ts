import {
  type CodeBatchReport,
  type CodesReport,
  type CodeWeek,
  REPORT_WEEKS,
} from '#schema/reports/reports.ts';
import { DAY_CHARACTERS, dayOf } from '../activation/count-queries.ts';
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
  const rows = await db
    .selectFrom('activationCodes')
    .innerJoin(liveCourses, 'courses.id', 'activationCodes.courseId')
    .select((eb) => [
      'activationCodes.batch as batchId',
      'activationCodes.courseId',
      'courses.title as courseTitle',
      eb.fn.min('activationCodes.createdAt').as('addedAt'),
      eb.fn.countAll<number>().as('codes'),
      eb.fn.count<number>('activationCodes.usedAt').as('used'),
      eb.fn
        .countAll<number>()
        .filterWhere('activationCodes.usedAt', 'is', null)
        .filterWhere('activationCodes.revokedAt', 'is', null)
        .filterWhere((where) =>
          where.or([
            where('activationCodes.expiresAt', 'is', null),
            where('activationCodes.expiresAt', '>', now),
          ]),
        )
        .as('unused'),
    ])
    .groupBy(['activationCodes.courseId', 'activationCodes.batch', 'courses.title'])
    .execute();
  const batches = rows.map(({ codes, used, unused, ...batch }) => {
    const counts = { codes: Number(codes), used: Number(used), unused: Number(unused) };
    return { ...batch, ...counts, ended: counts.codes - counts.used - counts.unused };
  });
  return batches.sort((a, b) => compare(b.addedAt, a.addedAt) || compare(a.batchId, b.batchId));
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

async function readWeeks(db: Db, now: string): Promise<CodeWeek[]> {
  const mondays = lastMondays(now);
  const rows = await db
    .selectFrom('activationCodes')
    .innerJoin(liveCourses, 'courses.id', 'activationCodes.courseId')
    .where('activationCodes.usedAt', '>=', mondays[0] ?? '')
    .select((eb) => [
      eb.fn<string>('substr', ['activationCodes.usedAt', eb.lit(1), eb.lit(DAY_CHARACTERS)]).as('day'),
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
