import type { Stats } from '#schema/stats.ts';
import { countActivations, countPerDay, DAY_CHARACTERS, dayOf } from '../courses/count-queries.ts';
import { liveCourses } from '../db/live-rows.ts';
import type { Db } from '../db/open.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const DAYS_SHOWN = 30;
const RECENT_MAX = 20;

/**
 * Returns the admins' statistics: totals, the newest activations, and the activations of each of the last 30
 * UTC days.
 */
export async function getStats(db: Db, now: Date): Promise<Stats> {
  const lost = await countLostActivations(db);
  const totalCourses = (await countRows(db, 'courses')) - (await countRows(db, 'deletedCourses'));
  const totalUsers = await countRows(db, 'users');
  const totalActivations =
    (await countActivations(db)) - [...lost.values()].reduce((sum, count) => sum + count, 0);
  const recentActivations = await db
    .selectFrom('activations')
    .innerJoin(liveCourses, 'courses.id', 'activations.courseId')
    .innerJoin('users', 'users.id', 'activations.userId')
    .select(['activations.courseId', 'courses.title as courseTitle', 'activations.activatedAt'])
    .select(['activations.userId', 'users.name as userName'])
    .where('activations.revokedAt', 'is', null)
    .orderBy('activations.activatedAt', 'desc')
    .orderBy('activations.userId')
    .orderBy('activations.courseId')
    .limit(RECENT_MAX)
    .execute();
  const days = lastDays(now);
  const perDay = await countPerDay(db, { from: days[0] ?? '', to: days.at(-1) ?? '' });
  const activationsPerDay = days.map((day) => ({
    day,
    count: (perDay.get(day) ?? 0) - (lost.get(day) ?? 0),
  }));
  return { totalCourses, totalUsers, totalActivations, recentActivations, activationsPerDay };
}

async function countRows(db: Db, table: 'courses' | 'deletedCourses' | 'users'): Promise<number> {
  const { count } = await db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * How many activations of each day belong to deleted courses and are not removed yet. They are subtracted: to leave them
 * out, each of those that stay would have to be looked up.
 */
async function countLostActivations(db: Db): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('activations')
    .where('courseId', 'in', (eb) => eb.selectFrom('deletedCourses').select('courseId'))
    .where('revokedAt', 'is', null)
    .select((eb) => [
      eb.fn<string>('substr', ['activatedAt', eb.lit(1), eb.lit(DAY_CHARACTERS)]).as('day'),
      eb.fn.countAll<number>().as('count'),
    ])
    .groupBy('day')
    .execute();
  return new Map(rows.map(({ day, count }) => [day, Number(count)]));
}

/** The UTC days up to today, oldest first. */
function lastDays(now: Date): string[] {
  return Array.from({ length: DAYS_SHOWN }, (_, i) => {
    const ms = now.getTime() - (DAYS_SHOWN - 1 - i) * DAY_MS;
    return dayOf(new Date(ms).toISOString());
  });
}
