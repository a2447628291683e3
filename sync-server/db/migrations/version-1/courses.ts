import { type Kysely, sql } from 'kysely';
import { defaultsTo, key, keyOf, mentions, partOf, required } from './columns.ts';

export async function createCourses({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('courses')
    .addColumn('id', 'text', key)
    .addColumn('position', 'text', required)
    .addColumn('title', 'text', required)
    .addColumn('description', 'text', required)
    .addColumn('instructor', 'text', required)
    .addColumn('thumbnail', 'text')
    .addColumn('previewContent', 'text', required)
    .addColumn('status', 'text', (column) =>
      column.notNull().check(sql`status in ('unpublished', 'published')`),
    )
    .addColumn('version', 'integer', defaultsTo(1))
    .addColumn('revision', 'integer', defaultsTo(1))
    .addColumn('createdAt', 'text', required)
    .addColumn('updatedAt', 'text', required)
    .addColumn('isTemplate', 'integer', defaultsTo(0))
    .addColumn('publishAt', 'text')
    .addColumn('unpublishAt', 'text')
    .addColumn('lowCodesBelow', 'integer', defaultsTo(10))
    .addColumn('sharesFiles', 'integer', defaultsTo(0))
    .execute();
  await schema.createIndex('coursesInOrder').on('courses').columns(['position', 'id']).execute();
  await schema
    .createIndex('coursesByStatus')
    .on('courses')
    .columns(['status', 'position', 'id', 'revision'])
    .execute();
  const indexes = { publishAt: 'coursesByPublishAt', unpublishAt: 'coursesByUnpublishAt' };
  for (const [name, index] of Object.entries(indexes))
    await schema.createIndex(index).on('courses').column(name).where(sql.ref(name), 'is not', null).execute();
  await schema
    .createTable('modules')
    .addColumn('id', 'text', key)
    .addColumn('courseId', 'text', partOf('courses.id'))
    .addColumn('position', 'text', required)
    .addColumn('title', 'text', required)
    .addColumn('description', 'text', required)
    .addColumn('version', 'integer', defaultsTo(1))
    .execute();
  await schema.createIndex('modulesByCourse').on('modules').column('courseId').execute();
}

export async function createLessons({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('lessons')
    .addColumn('id', 'text', key)
    .addColumn('moduleId', 'text', partOf('modules.id'))
    .addColumn('position', 'text', required)
    .addColumn('title', 'text', required)
    .addColumn('description', 'text', required)
    .addColumn('duration', 'integer', defaultsTo(0))
    .addColumn('type', 'text', (column) => column.notNull().check(sql`type in ('video', 'text')`))
    .addColumn('videoUrl', 'text')
    .addColumn('videoFileId', 'text', (column) => column.references('files.id'))
    .addColumn('version', 'integer', defaultsTo(1))
    .execute();
  await schema.createIndex('lessonsByModule').on('lessons').column('moduleId').execute();
  await schema.createIndex('lessonsByVideoFile').on('lessons').column('videoFileId').execute();
  await schema
    .createTable('lessonContents')
    .addColumn('lessonId', 'text', (column) =>
      column.primaryKey().references('lessons.id').onDelete('cascade'),
    )
    .addColumn('content', 'text', required)
    .execute();
  await schema
    .createTable('resources')
    .addColumn('id', 'text', key)
    .addColumn('lessonId', 'text', partOf('lessons.id'))
    .addColumn('position', 'text', required)
    .addColumn('type', 'text', (column) => column.notNull().check(sql`type in ('pdf', 'video', 'link')`))
    .addColumn('title', 'text', required)
    .addColumn('url', 'text')
    .addColumn('fileId', 'text', (column) => column.references('files.id'))
    .addColumn('version', 'integer', defaultsTo(1))
    .execute();
  await schema.createIndex('resourcesByLesson').on('resources').column('lessonId').execute();
}

/**
 * Practice and tests of lessons. Each edit of a question is a version of it too, which never changes: an answer is graded
 * by the one that its learner saw, also when the question is deleted.
 */
export async function createQuizzes({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('quizzes')
    .addColumn('id', 'text', key)
    .addColumn('lessonId', 'text', partOf('lessons.id'))
    .addColumn('use', 'text', (column) => column.notNull().check(sql`"use" in ('practice', 'test')`))
    .addColumn('title', 'text', required)
    .addColumn('passPercent', 'integer', required)
    .addColumn('attemptsMax', 'integer')
    .addColumn('scoreRule', 'text', required)
    .addColumn('isShuffled', 'integer', required)
    .addColumn('release', 'text', required)
    .addColumn('isRequired', 'integer', required)
    .addColumn('position', 'text', required)
    .addColumn('version', 'integer', defaultsTo(1))
    .execute();
  await schema.createIndex('quizzesByLesson').on('quizzes').column('lessonId').execute();
  await schema
    .createTable('questions')
    .addColumn('id', 'text', key)
    .addColumn('quizId', 'text', partOf('quizzes.id'))
    .addColumn('kind', 'text', required)
    .addColumn('prompt', 'text', required)
    .addColumn('choices', 'text', required)
    .addColumn('key', 'text', required)
    .addColumn('points', 'double precision', required)
    .addColumn('explanation', 'text', required)
    .addColumn('position', 'text', required)
    .addColumn('version', 'integer', defaultsTo(1))
    .execute();
  await schema.createIndex('questionsByQuiz').on('questions').column('quizId').execute();
  await schema
    .createTable('questionVersions')
    .addColumn('questionId', 'text', required)
    .addColumn('version', 'integer', required)
    .addColumn('quizId', 'text', partOf('quizzes.id'))
    .addColumn('kind', 'text', required)
    .addColumn('prompt', 'text', required)
    .addColumn('choices', 'text', required)
    .addColumn('key', 'text', required)
    .addColumn('points', 'double precision', required)
    .addColumn('explanation', 'text', required)
    .addPrimaryKeyConstraint('versionOfQuestion', ['questionId', 'version'])
    .execute();
  await schema.createIndex('questionVersionsByQuiz').on('questionVersions').column('quizId').execute();
}

/**
 * Deleted courses wait in the trash until `purgeAt`; null: their rows are being removed. The learners of a course that
 * was deleted or restored are notified in pieces, up to `notifiedTo` in the order of their ids.
 */
export async function createTrash({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('deletedCourses')
    .addColumn('courseId', 'text', keyOf('courses.id'))
    .addColumn('deletedAt', 'text', required)
    .addColumn('purgeAt', 'text')
    .addColumn('deletedBy', 'text', mentions('users.id'))
    .execute();
  await schema
    .createTable('learnerNotices')
    .addColumn('courseId', 'text', keyOf('courses.id'))
    .addColumn('isLost', 'integer', required)
    .addColumn('notifiedTo', 'text', defaultsTo(''))
    .execute();
}

/** The history: one row per applied command; the HTML of lessons once per text (docs/why/merge.md). */
export async function createHistory({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('revisions')
    .addColumn('id', 'text', key)
    .addColumn('kind', 'text', required)
    .addColumn('entity', 'text', required)
    .addColumn('entityId', 'text', required)
    .addColumn('courseId', 'text')
    .addColumn('title', 'text', required)
    .addColumn('userId', 'text', mentions('users.id'))
    .addColumn('madeAt', 'text', required)
    .addColumn('receivedAt', 'text', required)
    .addColumn('baseVersion', 'integer')
    .addColumn('version', 'integer')
    .addColumn('before', 'text', required)
    .addColumn('after', 'text', required)
    .addColumn('beforeText', 'text')
    .addColumn('afterText', 'text')
    .execute();
  await schema
    .createIndex('revisionsByEntity')
    .on('revisions')
    .columns(['entity', 'entityId', 'id'])
    .execute();
  await schema.createIndex('revisionsByCourse').on('revisions').columns(['courseId', 'id']).execute();
  await schema.createIndex('revisionsByUser').on('revisions').columns(['userId', 'id']).execute();
  await schema
    .createTable('revisionTexts')
    .addColumn('digest', 'text', key)
    .addColumn('characters', 'integer', required)
    .addColumn('base', 'text')
    .addColumn('steps', 'integer', required)
    .addColumn('sharedStart', 'integer')
    .addColumn('sharedEnd', 'integer')
    .addColumn('packed', 'text', required)
    .execute();
}

/** The settings of the site: a row for each field that an admin has changed. */
export async function createSite({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('siteFields')
    .addColumn('field', 'text', key)
    .addColumn('value', 'text', required)
    .execute();
}
