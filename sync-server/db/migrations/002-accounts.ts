import type { Kysely } from 'kysely';

/** Tables for accounts: small pictures for lists, recovery, outgoing mail, support requests. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('users').addColumn('avatarSmall', 'text').execute();
  await db.schema.createIndex('usersByJoining').on('users').columns(['createdAt', 'id']).execute();
  await db.schema.createIndex('activationsByTime').on('activations').column('activatedAt').execute();
  await createRecovery(db);
  await createMails(db);
  await createSupport(db);
}

async function createRecovery(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('resetRequests')
    .addColumn('emailHash', 'text', (column) => column.primaryKey())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('userId', 'text', (column) => column.references('users.id').onDelete('cascade'))
    .addColumn('codeHash', 'text', (column) => column.notNull())
    .addColumn('triesLeft', 'integer', (column) => column.notNull())
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addColumn('expiresAt', 'text', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('resetRequestsByUser').on('resetRequests').column('userId').execute();
  await db.schema
    .createTable('resetTokens')
    .addColumn('tokenHash', 'text', (column) => column.primaryKey())
    .addColumn('userId', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addColumn('expiresAt', 'text', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('resetTokensByUser').on('resetTokens').column('userId').execute();
}

async function createMails(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('mails')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('recipient', 'text', (column) => column.notNull())
    .addColumn('sealedContent', 'text')
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('nextAttemptAt', 'text')
    .addColumn('lastProblem', 'text')
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addColumn('expiresAt', 'text')
    .addColumn('sentAt', 'text')
    .execute();
  await db.schema.createIndex('mailsByNextAttempt').on('mails').column('nextAttemptAt').execute();
}

async function createSupport(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('supportRequests')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('userId', 'text', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('orderNumber', 'text')
    .addColumn('message', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('supportRequestsByTime').on('supportRequests').column('createdAt').execute();
}
