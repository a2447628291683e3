import { type Kysely, sql } from 'kysely';

/**
 * Courses that are published or unpublished at a time, and the number of unused codes below which admins are warned,
 * which was a row of `codeAlerts` for the courses with another than the default. Its column stays for processes of the
 * version before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const indexes = { publishAt: 'coursesByPublishAt', unpublishAt: 'coursesByUnpublishAt' };
  for (const [name, index] of Object.entries(indexes)) {
    await db.schema.alterTable('courses').addColumn(name, 'text').execute();
    await db.schema
      .createIndex(index)
      .on('courses')
      .column(name)
      .where(sql.ref(name), 'is not', null)
      .execute();
  }
  await db.schema
    .alterTable('courses')
    .addColumn('lowCodesBelow', 'integer', (column) => column.notNull().defaultTo(10))
    .execute();
  await sql`update "courses" set "lowCodesBelow" =
    (select "threshold" from "codeAlerts" where "codeAlerts"."courseId" = "courses"."id")
    where "id" in (select "courseId" from "codeAlerts")`.execute(db);
}
