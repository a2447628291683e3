import { codeKeys } from '#schema/activation/code-text.ts';
import type { Trx } from '../db/transaction.ts';

/**
 * The form of an entered code under which one is stored: the most literal one that the course has, or else any course.
 * A code that has one form only is not looked up.
 */
export async function findMeantCode(
  trx: Trx,
  entered: string,
  courseId: string | null = null,
): Promise<string> {
  const keys = codeKeys(entered);
  const [literal = '', ...others] = keys;
  if (others.length === 0) return literal;
  const stored = await trx
    .selectFrom('activationCodes')
    .select(['courseId', 'normalizedCode'])
    .where('normalizedCode', 'in', keys)
    .execute();
  const isKnown = (key: string) => stored.some((row) => row.normalizedCode === key);
  const isOfCourse = (key: string) =>
    stored.some((row) => row.normalizedCode === key && row.courseId === courseId);
  return keys.find(isOfCourse) ?? keys.find(isKnown) ?? literal;
}
