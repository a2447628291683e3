import { type Kysely, sql } from 'kysely';
import { defaultsTo, key, keyOf, mentions, partOf, required } from './columns.ts';

/** Batches of codes that admins manage, and the codes in them. */
export async function createCodes({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('codeBatches')
    .addColumn('id', 'text', key)
    .addColumn('courseId', 'text', partOf('courses.id'))
    .addColumn('createdAt', 'text', required)
    .addColumn('createdBy', 'text', mentions('users.id'))
    .addColumn('count', 'integer', required)
    .addColumn('name', 'text', defaultsTo(''))
    .addColumn('prefix', 'text', defaultsTo(''))
    .addColumn('note', 'text', defaultsTo(''))
    .addColumn('origin', 'text', defaultsTo('uploaded'))
    .addColumn('maxUses', 'integer', defaultsTo(1))
    .addColumn('uses', 'integer', defaultsTo(0))
    .addColumn('version', 'integer', defaultsTo(1))
    .addColumn('expiresAt', 'text')
    .addColumn('revokedAt', 'text')
    .addColumn('isMarking', 'integer', defaultsTo(0))
    .execute();
  await schema.createIndex('codeBatchesByCourse').on('codeBatches').column('courseId').execute();
  await schema.createIndex('codeBatchesInOrder').on('codeBatches').columns(['createdAt', 'id']).execute();
  await schema
    .createTable('activationCodes')
    .addColumn('id', 'text', key)
    .addColumn('courseId', 'text', partOf('courses.id'))
    .addColumn('code', 'text', required)
    .addColumn('normalizedCode', 'text', required)
    .addColumn('batch', 'text', required)
    .addColumn('createdAt', 'text', required)
    .addColumn('revokedAt', 'text')
    .addColumn('uses', 'integer', defaultsTo(0))
    .addColumn('isUsedUp', 'integer', defaultsTo(0))
    .addUniqueConstraint('activationCodeOfCourse', ['courseId', 'normalizedCode'])
    .execute();
  await createCodeIndexes(schema);
}

async function createCodeIndexes(schema: Kysely<unknown>['schema']): Promise<void> {
  await schema.createIndex('activationCodesByCode').on('activationCodes').column('normalizedCode').execute();
  await schema.createIndex('activationCodesByBatch').on('activationCodes').columns(['batch', 'id']).execute();
  await schema
    .createIndex('openCodesByCourse')
    .on('activationCodes')
    .columns(['courseId', 'createdAt', 'id', 'revokedAt', 'batch', 'isUsedUp'])
    .where(sql.ref('isUsedUp'), '=', sql.lit(0))
    .execute();
}

/** Who redeemed which code, who has which course, how many there are, and which courses are short of codes. */
export async function createActivations({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('activations')
    .addColumn('userId', 'text', partOf('users.id'))
    .addColumn('courseId', 'text', partOf('courses.id'))
    .addColumn('activatedAt', 'text', required)
    .addColumn('codeId', 'text')
    .addColumn('revokedAt', 'text')
    .addColumn('reason', 'text', defaultsTo(''))
    .addColumn('isGiven', 'integer', defaultsTo(0))
    .addPrimaryKeyConstraint('activationOfUser', ['userId', 'courseId'])
    .execute();
  await schema.createIndex('activationsByCourse').on('activations').columns(['courseId', 'userId']).execute();
  await schema.createIndex('activationsByTime').on('activations').column('activatedAt').execute();
  await schema
    .createTable('activationCounts')
    .addColumn('kind', 'text', required)
    .addColumn('key', 'text', required)
    .addColumn('count', 'integer', required)
    .addPrimaryKeyConstraint('activationCountOfKey', ['kind', 'key'])
    .execute();
  await schema
    .createTable('redemptions')
    .addColumn('id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('codeId', 'text', partOf('activationCodes.id'))
    .addColumn('courseId', 'text', partOf('courses.id'))
    .addColumn('userId', 'text', mentions('users.id'))
    .addColumn('at', 'text', required)
    .addColumn('undoneAt', 'text')
    .addColumn('reason', 'text', defaultsTo(''))
    .addUniqueConstraint('redemptionOfUser', ['codeId', 'userId'])
    .execute();
  await schema.createIndex('redemptionsByUser').on('redemptions').columns(['userId', 'courseId']).execute();
  await schema.createIndex('redemptionsByCourse').on('redemptions').columns(['courseId', 'at']).execute();
  await schema
    .createTable('codeAlerts')
    .addColumn('courseId', 'text', keyOf('courses.id'))
    .addColumn('isLow', 'integer', defaultsTo(0))
    .execute();
}
