import { type Kysely, sql } from 'kysely';

/**
 * Deleted courses wait in the trash until `purgeAt`; null: their rows are being removed. The learners of a course that
 * was deleted or restored are notified in pieces, up to `notifiedTo` in the order of their ids.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('deletedCourses').addColumn('purgeAt', 'text').execute();
  await db.schema
    .alterTable('deletedCourses')
    .addColumn('deletedBy', 'text', (column) => column.references('users.id').onDelete('set null'))
    .execute();
  await db.schema
    .createTable('learnerNotices')
    .addColumn('courseId', 'text', (column) =>
      column.primaryKey().notNull().references('courses.id').onDelete('cascade'),
    )
    .addColumn('isLost', 'integer', (column) => column.notNull())
    .addColumn('notifiedTo', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await db.schema
    .createIndex('activationsByCourseInOrder')
    .on('activations')
    .columns(['courseId', 'userId'])
    .execute();
  // The version before notified the learners of these while it removed their rows.
  await sql`insert into "learnerNotices" ("courseId", "isLost") select "courseId", 1 from "deletedCourses"`.execute(
    db,
  );
}
