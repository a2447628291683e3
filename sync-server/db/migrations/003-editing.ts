import { type Kysely, type RawBuilder, sql } from 'kysely';

/** Changes in their order, deletions included; batches of activation codes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createChanges(db);
  await recordWhatIsThere(db);
  await createCodeBatches(db);
}

async function createChanges(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('changes')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('userId', 'text', (column) => column.notNull())
    .addColumn('courseId', 'text')
    .addColumn('isDeleted', 'integer', (column) => column.notNull())
    .addColumn('sequence', 'bigint', (column) => column.notNull().unique())
    .addColumn('changedAt', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('changeOfRow', ['kind', 'id', 'userId'])
    .execute();
  await db.schema
    .createIndex('changesByUser')
    .on('changes')
    .columns(['userId', 'courseId', 'sequence'])
    .execute();
}

/** Older rows are inserted once, so a pull from the start returns them. */
async function recordWhatIsThere(db: Kysely<unknown>): Promise<void> {
  const now = new Date().toISOString();
  await sql`
    insert into changes (kind, id, "userId", "courseId", "isDeleted", sequence, "changedAt")
    select kind, id, "userId", "courseId", 0, row_number() over (order by rank, id, "userId"), ${now}
    from (${existingRows}) existing
  `.execute(db);
  await sql`
    insert into counters (name, value)
    select 'changes', max(sequence) from changes having count(*) > 0
  `.execute(db);
}

const existingRows: RawBuilder<unknown> = sql`
  select 1 as rank, 'user' as kind, id, id as "userId", null as "courseId" from users
  union all select 2, 'course', id, '', id from courses
  union all select 3, 'module', id, '', "courseId" from modules
  union all
    select 4, 'lesson', lessons.id, '', modules."courseId"
    from lessons join modules on modules.id = lessons."moduleId"
  union all
    select 5, 'resource', resources.id, '', modules."courseId"
    from resources
    join lessons on lessons.id = resources."lessonId"
    join modules on modules.id = lessons."moduleId"
  union all select 6, 'activation', "courseId", "userId", "courseId" from activations
  union all
    select 7, 'progress', progress."lessonId", progress."userId", modules."courseId"
    from progress
    join lessons on lessons.id = progress."lessonId"
    join modules on modules.id = lessons."moduleId"
`;

async function createCodeBatches(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('codeBatches')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('courseId', 'text', (column) => column.notNull().references('courses.id').onDelete('cascade'))
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addColumn('createdBy', 'text', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('count', 'integer', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('codeBatchesByCourse').on('codeBatches').column('courseId').execute();
}
