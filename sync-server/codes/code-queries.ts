import type { CodeStats } from '#schema/learning/codes.ts';
import type { Db } from '../db/open.ts';

/** The code numbers of a course without codes. */
export const noCodes: CodeStats = { total: 0, unused: 0, used: 0 };

/**
 * Returns the codes that can still unlock a course at `at` (ISO time): neither used, nor withdrawn, nor
 * expired. By course id, oldest first, those of one upload in the order of their file.
 */
export async function listUnusedCodes(db: Db, at: string, courseId?: string): Promise<Map<string, string[]>> {
  let query = db
    .selectFrom('activationCodes')
    .select(['courseId', 'code'])
    .where('usedBy', 'is', null)
    .where('revokedAt', 'is', null)
    .where((eb) => eb.or([eb('expiresAt', 'is', null), eb('expiresAt', '>', at)]));
  if (courseId !== undefined) query = query.where('courseId', '=', courseId);
  const rows = await query.orderBy('createdAt').orderBy('id').execute();
  const codes = new Map<string, string[]>();
  for (const row of rows) {
    const ofCourse = codes.get(row.courseId);
    if (ofCourse === undefined) codes.set(row.courseId, [row.code]);
    else ofCourse.push(row.code);
  }
  return codes;
}

/** How many codes each course has had and how many of them are used; the caller computes `unused`. */
export async function listCodeStats(db: Db, courseId?: string): Promise<Map<string, CodeStats>> {
  let query = db
    .selectFrom('activationCodes')
    .select((eb) => [
      'courseId',
      eb.fn.countAll<number>().as('total'),
      eb.fn.count<number>('usedBy').as('used'),
    ])
    .groupBy('courseId');
  if (courseId !== undefined) query = query.where('courseId', '=', courseId);
  const rows = await query.execute();
  return new Map(
    rows.map((row) => [row.courseId, { total: Number(row.total), unused: 0, used: Number(row.used) }]),
  );
}
