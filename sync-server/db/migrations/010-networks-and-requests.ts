import { type Kysely, sql } from 'kysely';

/** Stores the networks of sign-ins, and gives each request for a reset code a row of its own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createNetworks(db);
  await recreateRequests(db);
}

async function createNetworks(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('signInNetworks')
    .addColumn('userId', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('networkHash', 'text', (column) => column.notNull())
    .addColumn('lastUsedAt', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('signInNetworksKey', ['userId', 'networkHash'])
    .execute();
  await db.schema.createIndex('signInNetworksByUse').on('signInNetworks').column('lastUsedAt').execute();
}

/** Mailed codes remain valid for clients that name no request, as all earlier clients did. */
async function recreateRequests(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex('resetRequestsByUser').execute();
  await db.schema.alterTable('resetRequests').renameTo('oldResetRequests').execute();
  await db.schema
    .createTable('resetRequests')
    .addColumn('idHash', 'text', (column) => column.primaryKey())
    .addColumn('emailHash', 'text', (column) => column.notNull())
    .addColumn('networkHash', 'text', (column) => column.notNull())
    .addColumn('userId', 'text', (column) => column.references('users.id').onDelete('cascade'))
    .addColumn('codeId', 'text', (column) => column.notNull())
    .addColumn('codeHash', 'text', (column) => column.notNull())
    .addColumn('triesLeft', 'integer', (column) => column.notNull())
    .addColumn('plainTriesLeft', 'integer')
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addColumn('expiresAt', 'text', (column) => column.notNull())
    .addColumn('closedAt', 'text')
    .execute();
  await sql`
    insert into "resetRequests"
      ("idHash", "emailHash", "networkHash", "userId", "codeId", "codeHash", "triesLeft", "plainTriesLeft", "createdAt", "expiresAt")
    select "id", "emailHash", '', "userId", "id", "codeHash", 0, "triesLeft", "createdAt", "expiresAt"
    from "oldResetRequests"`.execute(db);
  await db.schema.dropTable('oldResetRequests').execute();
  for (const column of ['emailHash', 'userId', 'codeId', 'expiresAt']) {
    await db.schema.createIndex(`resetRequests_${column}`).on('resetRequests').column(column).execute();
  }
}
