import { type StudyKind, studyKinds } from '#schema/sync/row-kinds.ts';
import type { Db } from '../open.ts';
import type { Trx } from '../transaction.ts';
import { idsInside } from './part-queries.ts';

/** The ids of users' rows of a kind in a course, such as their attempts; also of a deleted course. */
export function selectStudyRows(db: Db, kind: StudyKind, courseId: string) {
  const { table, id, parent } = studyKinds[kind];
  const ofCourse = idsInside(db, parent, { kind: 'course', ids: [courseId] });
  return db
    .selectFrom(table)
    .select([`${id} as id`, 'userId'])
    .where(`${parent}Id`, 'in', ofCourse);
}

interface Piece {
  readonly courseId: string;
  readonly limit: number;
}

/**
 * Removes users' rows of a kind in a deleted course, with their changes: they leave no tombstones, because a device that
 * drops a course drops them as well. Returns how many it removed.
 */
export async function removeStudyRows(
  trx: Trx,
  kind: StudyKind,
  { courseId, limit }: Piece,
): Promise<number> {
  const { table, id } = studyKinds[kind];
  const some = await selectStudyRows(trx, kind, courseId).limit(limit).execute();
  if (some.length === 0) return 0;
  await trx
    .deleteFrom('changes')
    .where('kind', '=', kind)
    .where(({ eb, or }) => or(some.map((row) => eb('id', '=', row.id).and('userId', '=', row.userId))))
    .execute();
  await trx
    .deleteFrom(table)
    .where(({ eb, or }) => or(some.map((row) => eb(id, '=', row.id).and('userId', '=', row.userId))))
    .execute();
  return some.length;
}
