import type { Kysely } from 'kysely';

/**
 * Sessions as rows. Tokens that were issued before have none: they get one at their next request, and
 * `oldTokensEndedAt` rejects those that were issued up to then and have none yet.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('sessions')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('userId', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('deviceId', 'text')
    .addColumn('deviceName', 'text', (column) => column.notNull())
    .addColumn('endTicketHash', 'text', (column) => column.notNull().unique())
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addColumn('lastSeenAt', 'text', (column) => column.notNull())
    .addColumn('expiresAt', 'text', (column) => column.notNull())
    .addColumn('endedAt', 'text')
    .execute();
  await db.schema.createIndex('sessionsByUser').on('sessions').columns(['userId', 'lastSeenAt']).execute();
  await db.schema.alterTable('users').addColumn('oldTokensEndedAt', 'text').execute();
}
