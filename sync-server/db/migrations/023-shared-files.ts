import type { Kysely } from 'kysely';

/** Courses whose learners may pass downloaded files to each other's devices; none does before an admin allows it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('courses')
    .addColumn('sharesFiles', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
}
