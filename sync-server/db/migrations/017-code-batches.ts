import { type Kysely, sql } from 'kysely';

/**
 * Batches of codes that admins manage, codes with several uses, and who redeemed which code. `usedBy` and `usedAt` of a
 * code stay for processes of the version before; docs/decisions/268 says until when.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await extendBatches(db);
  await extendCodes(db);
  await createRedemptions(db);
  await createAlerts(db);
  await convertBatches(db);
  await convertUses(db);
}

async function extendBatches(db: Kysely<unknown>): Promise<void> {
  const texts = { name: '', prefix: '', note: '', origin: 'uploaded' };
  for (const [name, value] of Object.entries(texts)) {
    await db.schema
      .alterTable('codeBatches')
      .addColumn(name, 'text', (column) => column.notNull().defaultTo(value))
      .execute();
  }
  for (const [name, value] of Object.entries({ maxUses: 1, uses: 0, version: 1 })) {
    await db.schema
      .alterTable('codeBatches')
      .addColumn(name, 'integer', (column) => column.notNull().defaultTo(value))
      .execute();
  }
  for (const name of ['expiresAt', 'revokedAt'])
    await db.schema.alterTable('codeBatches').addColumn(name, 'text').execute();
  await db.schema.createIndex('codeBatchesInOrder').on('codeBatches').columns(['createdAt', 'id']).execute();
}

async function extendCodes(db: Kysely<unknown>): Promise<void> {
  for (const name of ['uses', 'isUsedUp']) {
    await db.schema
      .alterTable('activationCodes')
      .addColumn(name, 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
  }
  await db.schema
    .createIndex('activationCodesByBatch')
    .on('activationCodes')
    .columns(['batch', 'id'])
    .execute();
  for (const name of ['codeId', 'revokedAt'])
    await db.schema.alterTable('activations').addColumn(name, 'text').execute();
  await db.schema
    .alterTable('activations')
    .addColumn('reason', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
}

async function createRedemptions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('redemptions')
    .addColumn('id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('codeId', 'text', (column) =>
      column.notNull().references('activationCodes.id').onDelete('cascade'),
    )
    .addColumn('courseId', 'text', (column) => column.notNull().references('courses.id').onDelete('cascade'))
    .addColumn('userId', 'text', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('undoneAt', 'text')
    .addColumn('reason', 'text', (column) => column.notNull().defaultTo(''))
    .addUniqueConstraint('redemptionOfUser', ['codeId', 'userId'])
    .execute();
  await db.schema
    .createIndex('redemptionsByUser')
    .on('redemptions')
    .columns(['userId', 'courseId'])
    .execute();
  await db.schema.createIndex('redemptionsByCourse').on('redemptions').columns(['courseId', 'at']).execute();
}

/** At how many unused codes of a course the admins get a mail, and whether they got it. */
async function createAlerts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('codeAlerts')
    .addColumn('courseId', 'text', (column) =>
      column.notNull().primaryKey().references('courses.id').onDelete('cascade'),
    )
    .addColumn('threshold', 'integer', (column) => column.notNull())
    .addColumn('isLow', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
}

/** The codes of the demo courses were in no batch: those of each course become one, named by the id of a code. */
async function convertBatches(db: Kysely<unknown>): Promise<void> {
  const withoutBatch = sql`"batch" not in (select "id" from "codeBatches")`;
  await sql`insert into "codeBatches" ("id", "courseId", "createdAt", "createdBy", "count")
    select min("id"), "courseId", min("createdAt"), null, count(*) from "activationCodes"
    where ${withoutBatch} group by "courseId"`.execute(db);
  await sql`update "activationCodes" set "batch" = (
      select "codeBatches"."id" from "codeBatches"
      where "codeBatches"."courseId" = "activationCodes"."courseId"
      and "codeBatches"."id" in (select "id" from "activationCodes"))
    where ${withoutBatch}`.execute(db);
}

async function convertUses(db: Kysely<unknown>): Promise<void> {
  await sql`update "activationCodes" set "uses" = 1, "isUsedUp" = 1 where "usedBy" is not null`.execute(db);
  await sql`insert into "redemptions" ("id", "codeId", "courseId", "userId", "at")
    select "id", "id", "courseId", "usedBy", coalesce("usedAt", "createdAt") from "activationCodes"
    where "usedBy" is not null`.execute(db);
  await sql`update "codeBatches" set "uses" = (
      select count(*) from "activationCodes"
      where "activationCodes"."batch" = "codeBatches"."id" and "activationCodes"."usedBy" is not null)`.execute(
    db,
  );
  await sql`update "activations" set "codeId" = (
      select min("codeId") from "redemptions"
      where "redemptions"."userId" = "activations"."userId"
      and "redemptions"."courseId" = "activations"."courseId")`.execute(db);
  await db.schema
    .createIndex('codesTakenBefore')
    .on('activationCodes')
    .column('id')
    .where(sql.ref('isUsedUp'), '=', sql.lit(0))
    .where(sql.ref('usedBy'), 'is not', null)
    .execute();
  await db.schema
    .createIndex('openCodesByCourse')
    .on('activationCodes')
    .columns(['courseId', 'createdAt', 'id', 'revokedAt', 'expiresAt', 'usedBy', 'batch', 'isUsedUp'])
    .where(sql.ref('isUsedUp'), '=', sql.lit(0))
    .execute();
}
