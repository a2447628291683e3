import { type StudyKind, studyKinds } from '#schema/sync/row-kinds.ts';
import { countDeleted } from '../in-pieces.ts';
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
 * Removes users' rows of a kind in a deleted course, and before them their changes: they leave no tombstones, because a
 * device that drops a course drops them as well. Returns how many it removed.
 */
export async function removeStudyRows(
  trx: Trx,
  kind: StudyKind,
  { courseId, limit }: Piece,
): Promise<number> {
  const { table, id, parent } = studyKinds[kind];
  const ids =
    id === `${parent}Id`
      ? idsInside(trx, parent, { kind: 'course', ids: [courseId] })
      : trx.selectFrom(selectStudyRows(trx, kind, courseId).as('rows')).select('id');
  const changes = trx
    .selectFrom('changes')
    .select(['kind', 'id', 'userId'])
    .where('kind', '=', kind)
    .where('id', 'in', ids)
    .limit(limit);
  const removed = await countDeleted(
    trx
      .deleteFrom('changes')
      .where(({ eb, refTuple }) =>
        eb(refTuple('kind', 'id', 'userId'), 'in', changes.$asTuple('kind', 'id', 'userId')),
      ),
  );
  if (removed >= limit) return removed;
  const some = selectStudyRows(trx, kind, courseId).limit(limit - removed);
  const rows = trx
    .deleteFrom(table)
    .where(({ eb, refTuple }) => eb(refTuple(id, 'userId'), 'in', some.$asTuple('id', 'userId')));
  return removed + (await countDeleted(rows));
}
