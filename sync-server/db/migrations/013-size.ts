import { type Kysely, sql } from 'kysely';

/** Indexes for what a large library reads: the activity of one person, and the unused codes of a course. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('revisionsByUser').on('revisions').columns(['userId', 'id']).execute();
  await db.schema
    .createIndex('unusedCodesByCourse')
    .on('activationCodes')
    .columns(['courseId', 'createdAt', 'id', 'revokedAt', 'expiresAt', 'usedBy'])
    .where(sql.ref('usedBy'), 'is', null)
    .execute();
  await db.schema.createIndex('sessionsByUse').on('sessions').column('lastSeenAt').execute();
}
