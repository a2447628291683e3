import { type Kysely, sql } from 'kysely';

/** Users, courses with everything in them, codes and activations, progress, receipts, counters. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createUsers(db);
  await createCourses(db);
  await createLessons(db);
  await createActivations(db);
  await createLearning(db);
}

async function createUsers(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('users')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull().unique())
    .addColumn('passwordHash', 'text', (column) => column.notNull())
    .addColumn('role', 'text', (column) => column.notNull().check(sql`role in ('user', 'admin')`))
    .addColumn('avatar', 'text')
    .addColumn('tokenVersion', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addColumn('updatedAt', 'text', (column) => column.notNull())
    .execute();
}

async function createCourses(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('files')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('contentType', 'text', (column) => column.notNull())
    .addColumn('sizeBytes', 'integer', (column) => column.notNull())
    .addColumn('digest', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('courses')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('position', 'text', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('description', 'text', (column) => column.notNull())
    .addColumn('instructor', 'text', (column) => column.notNull())
    .addColumn('thumbnail', 'text')
    .addColumn('previewContent', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) =>
      column.notNull().check(sql`status in ('unpublished', 'published')`),
    )
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('revision', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addColumn('updatedAt', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('modules')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('courseId', 'text', (column) => column.notNull().references('courses.id').onDelete('cascade'))
    .addColumn('position', 'text', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('description', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addColumn('updatedAt', 'text', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('modulesByCourse').on('modules').column('courseId').execute();
}

async function createLessons(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('lessons')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('moduleId', 'text', (column) => column.notNull().references('modules.id').onDelete('cascade'))
    .addColumn('position', 'text', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('description', 'text', (column) => column.notNull())
    .addColumn('duration', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('type', 'text', (column) => column.notNull().check(sql`type in ('video', 'text')`))
    .addColumn('videoUrl', 'text')
    .addColumn('videoFileId', 'text', (column) => column.references('files.id'))
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addColumn('updatedAt', 'text', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('lessonsByModule').on('lessons').column('moduleId').execute();
  await db.schema
    .createTable('lessonContents')
    .addColumn('lessonId', 'text', (column) =>
      column.primaryKey().references('lessons.id').onDelete('cascade'),
    )
    .addColumn('content', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('resources')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('lessonId', 'text', (column) => column.notNull().references('lessons.id').onDelete('cascade'))
    .addColumn('position', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull().check(sql`type in ('pdf', 'video', 'link')`))
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('url', 'text')
    .addColumn('fileId', 'text', (column) => column.references('files.id'))
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('resourcesByLesson').on('resources').column('lessonId').execute();
}

async function createActivations(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('activationCodes')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('courseId', 'text', (column) => column.notNull().references('courses.id').onDelete('cascade'))
    .addColumn('code', 'text', (column) => column.notNull())
    .addColumn('normalizedCode', 'text', (column) => column.notNull())
    .addColumn('batch', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addColumn('expiresAt', 'text')
    .addColumn('revokedAt', 'text')
    .addColumn('usedBy', 'text', (column) => column.references('users.id'))
    .addColumn('usedAt', 'text')
    .addUniqueConstraint('activationCodeOfCourse', ['courseId', 'normalizedCode'])
    .execute();
  await db.schema
    .createIndex('activationCodesByCode')
    .on('activationCodes')
    .column('normalizedCode')
    .execute();
  await db.schema
    .createTable('activations')
    .addColumn('userId', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('courseId', 'text', (column) => column.notNull().references('courses.id').onDelete('cascade'))
    .addColumn('activatedAt', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('activationOfUser', ['userId', 'courseId'])
    .execute();
  await db.schema.createIndex('activationsByCourse').on('activations').column('courseId').execute();
}

async function createLearning(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('progress')
    .addColumn('userId', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('lessonId', 'text', (column) => column.notNull().references('lessons.id').onDelete('cascade'))
    .addColumn('completedAt', 'text')
    .addColumn('completedUpdatedAt', 'text')
    .addColumn('positionSeconds', 'double precision', (column) => column.notNull().defaultTo(0))
    .addColumn('positionUpdatedAt', 'text')
    .addPrimaryKeyConstraint('progressOfUser', ['userId', 'lessonId'])
    .execute();
  await db.schema.createIndex('progressByLesson').on('progress').column('lessonId').execute();
  await db.schema
    .createTable('receipts')
    .addColumn('userId', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('fingerprint', 'text', (column) => column.notNull())
    .addColumn('status', 'integer', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('receiptOfUser', ['userId', 'key'])
    .execute();
  await db.schema.createIndex('receiptsByAge').on('receipts').column('createdAt').execute();
  await db.schema
    .createTable('counters')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('value', 'integer', (column) => column.notNull())
    .execute();
}
