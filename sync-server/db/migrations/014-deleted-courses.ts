import type { Kysely } from 'kysely';

/** Courses that are deleted, and whose rows are still to be removed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('deletedCourses')
    .addColumn('courseId', 'text', (column) =>
      column.primaryKey().notNull().references('courses.id').onDelete('cascade'),
    )
    .addColumn('deletedAt', 'text', (column) => column.notNull())
    .execute();
}
