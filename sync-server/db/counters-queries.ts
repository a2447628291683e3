import { compiledOnce, type ValueOf } from './compiled-once.ts';
import type { Db } from './open.ts';
import type { Trx } from './transaction.ts';

/** Raised by everything that changes the list of published courses. */
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
 * Says that what the API tells of a course has changed: its kept replies and the catalogue's are
 * made anew at the next read. Belongs into the transaction of the change itself. `editedAt` (ISO time)
 * when it was an edit.
 */
export async function touchCourse(trx: Trx, courseId: string, editedAt: string | null = null): Promise<void> {
  await raiseRevision(trx, { courseId, editedAt });
  await raiseCatalogue(trx, {});
}

const raiseRevision = compiledOnce(
  (trx: Trx, value: ValueOf<{ courseId: string; editedAt: string | null }>) =>
    trx
      .updateTable('courses')
      .set((eb) => ({
        revision: eb('revision', '+', 1),
        updatedAt: eb.fn.coalesce(value('editedAt'), 'updatedAt'),
      }))
      .where('id', '=', value('courseId')),
);

const raiseCatalogue = compiledOnce((trx: Trx) =>
  trx
    .insertInto('counters')
    .values({ name: CATALOGUE, value: 1 })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((eb) => ({ value: eb('counters.value', '+', 1) })),
    ),
);
