import { compiledOnce, type ValueOf } from './compiled-once.ts';
import type { Db } from './open.ts';
import type { Trx } from './transaction.ts';

/** Incremented by every change to the list of published courses. */
const CATALOGUE = 'catalogue';

/** Version of the list of published courses; 0 before the first change. */
export async function getCatalogueVersion(db: Db): Promise<number> {
  const row = await db
    .selectFrom('counters')
    .select('value')
    .where('name', '=', CATALOGUE)
    .executeTakeFirst();
  return row?.value ?? 0;
}

/**
 * Records that the API's data of a course has changed: its cached replies and the catalogue's are rebuilt at
 * the next read. Must run in the transaction of the change itself. `editedAt` (ISO time) is given for an
 * edit.
 */
export async function touchCourse(trx: Trx, courseId: string, editedAt: string | null = null): Promise<void> {
  await incrementRevision(trx, { courseId, editedAt });
  await incrementCatalogueVersion(trx, {});
}

const incrementRevision = compiledOnce(
  (trx: Trx, value: ValueOf<{ courseId: string; editedAt: string | null }>) =>
    trx
      .updateTable('courses')
      .set((eb) => ({
        revision: eb('revision', '+', 1),
        updatedAt: eb.fn.coalesce(value('editedAt'), 'updatedAt'),
      }))
      .where('id', '=', value('courseId')),
);

const incrementCatalogueVersion = compiledOnce((trx: Trx) =>
  trx
    .insertInto('counters')
    .values({ name: CATALOGUE, value: 1 })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((eb) => ({ value: eb('counters.value', '+', 1) })),
    ),
);
