import type { Kysely } from 'kysely';

/** Courses that are only patterns for others. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('courses')
    .addColumn('isTemplate', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
}
