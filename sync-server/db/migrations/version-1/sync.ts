import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { defaultsTo, key, keyOf, partOf, required } from './columns.ts';

/** What learners have done. */
export async function createProgress({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('progress')
    .addColumn('userId', 'text', partOf('users.id'))
    .addColumn('lessonId', 'text', partOf('lessons.id'))
    .addColumn('completedAt', 'text')
    .addColumn('completedUpdatedAt', 'text')
    .addColumn('positionSeconds', 'double precision', defaultsTo(0))
    .addColumn('positionUpdatedAt', 'text')
    .addPrimaryKeyConstraint('progressOfUser', ['userId', 'lessonId'])
    .execute();
  await schema.createIndex('progressByLesson').on('progress').column('lessonId').execute();
  await schema
    .createTable('attempts')
    .addColumn('userId', 'text', partOf('users.id'))
    .addColumn('id', 'text', required)
    .addColumn('quizId', 'text', partOf('quizzes.id'))
    .addColumn('startedAt', 'text', required)
    .addColumn('submittedAt', 'text')
    .addColumn('handedInAt', 'text')
    .addColumn('answers', 'text', required)
    .addColumn('score', 'double precision')
    .addColumn('maxScore', 'double precision')
    .addColumn('isPassed', 'integer')
    .addColumn('isOverLimit', 'integer', defaultsTo(0))
    .addColumn('earlierScore', 'double precision')
    .addColumn('regradedAt', 'text')
    .addColumn('keys', 'text')
    .addPrimaryKeyConstraint('attemptOfUser', ['userId', 'id'])
    .execute();
  await schema.createIndex('attemptsByQuiz').on('attempts').columns(['quizId', 'userId', 'id']).execute();
  await schema
    .createTable('grades')
    .addColumn('id', 'text', key)
    .addColumn('userId', 'text', partOf('users.id'))
    .addColumn('attemptId', 'text', required)
    .addColumn('keys', 'text', required)
    .addColumn('answerCount', 'integer', required)
    .addColumn('quizId', 'text', partOf('quizzes.id'))
    .addColumn('versions', 'text', required)
    .addColumn('score', 'double precision', required)
    .addColumn('maxScore', 'double precision', required)
    .addColumn('isPassed', 'integer', required)
    .addColumn('gradedAt', 'text', required)
    .addUniqueConstraint('gradeOfAttempt', ['userId', 'attemptId', 'keys', 'answerCount'])
    .addForeignKeyConstraint(
      'attemptOfGrade',
      ['userId', 'attemptId'],
      'attempts',
      ['userId', 'id'],
      (attempt) => attempt.onDelete('cascade'),
    )
    .execute();
  await schema.createIndex('attemptsByKeys').on('attempts').columns(['quizId', 'keys']).execute();
  await schema.createIndex('gradesByQuiz').on('grades').columns(['quizId', 'keys']).execute();
  await schema
    .createTable('regrades')
    .addColumn('quizId', 'text', keyOf('quizzes.id'))
    .addColumn('mode', 'text', (column) => column.notNull().check(sql`"mode" in ('raise', 'recompute')`))
    .addColumn('afterUserId', 'text', required)
    .addColumn('afterAttemptId', 'text', required)
    .addColumn('requestedAt', 'text', required)
    .execute();
}

/** Receipts of commands, changes in their order with deletions, counters, epochs and runs of the server. */
export async function createSync({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('receipts')
    .addColumn('userId', 'text', partOf('users.id'))
    .addColumn('key', 'text', required)
    .addColumn('fingerprint', 'text', required)
    .addColumn('status', 'integer', required)
    .addColumn('body', 'text', required)
    .addColumn('createdAt', 'text', required)
    .addPrimaryKeyConstraint('receiptOfUser', ['userId', 'key'])
    .execute();
  await schema.createIndex('receiptsByAge').on('receipts').column('createdAt').execute();
  await schema
    .createIndex('receiptsWithoutBody')
    .on('receipts')
    .column('createdAt')
    .where(sql.ref('body'), '=', sql.lit(''))
    .execute();
  await schema
    .createTable('changes')
    .addColumn('kind', 'text', required)
    .addColumn('id', 'text', required)
    .addColumn('userId', 'text', required)
    .addColumn('courseId', 'text')
    .addColumn('isDeleted', 'integer', required)
    .addColumn('sequence', 'bigint', (column) => column.notNull().unique())
    .addColumn('changedAt', 'text', required)
    .addPrimaryKeyConstraint('changeOfRow', ['kind', 'id', 'userId'])
    .execute();
  await schema
    .createIndex('changesByUser')
    .on('changes')
    .columns(['userId', 'courseId', 'sequence'])
    .execute();
  await schema.createIndex('changesByOwner').on('changes').columns(['userId', 'sequence']).execute();
  await schema.createIndex('tombstonesByAge').on('changes').columns(['isDeleted', 'changedAt']).execute();
  await schema
    .createTable('counters')
    .addColumn('name', 'text', key)
    .addColumn('value', 'integer', required)
    .execute();
  await schema
    .createTable('epochs')
    .addColumn('number', 'integer', key)
    .addColumn('epoch', 'text', required)
    .addColumn('restoreIntent', 'text')
    .execute();
  await schema
    .createTable('runs')
    .addColumn('startSequence', 'integer', key)
    .addColumn('run', 'text', required)
    .execute();
}
