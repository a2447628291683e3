import { type Kysely, sql } from 'kysely';

/** Numbers of activations that are counted when they are written, and indexes in the order of courses. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('activationCounts')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('count', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('activationCountOfKey', ['kind', 'key'])
    .execute();
  await sql`insert into "activationCounts" ("kind", "key", "count")
    select 'all', '', count(*) from "activations" having count(*) > 0`.execute(db);
  await sql`insert into "activationCounts" ("kind", "key", "count")
    select 'course', "courseId", count(*) from "activations" group by "courseId"`.execute(db);
  await sql`insert into "activationCounts" ("kind", "key", "count")
    select 'day', substr("activatedAt", 1, 10), count(*) from "activations"
    group by substr("activatedAt", 1, 10)`.execute(db);
  await db.schema.createIndex('coursesInOrder').on('courses').columns(['position', 'id']).execute();
  await db.schema
    .createIndex('coursesByStatus')
    .on('courses')
    .columns(['status', 'position', 'id', 'revision'])
    .execute();
}
