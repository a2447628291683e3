import type { Kysely } from 'kysely';

/** Two-step sign-in, and the flag on an account whose password was generated. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('users')
    .addColumn('mustChangePassword', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createTable('secondFactors')
    .addColumn('userId', 'text', (column) => column.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('sealedSecret', 'text', (column) => column.notNull())
    .addColumn('lastStep', 'integer', (column) => column.notNull())
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addColumn('confirmedAt', 'text')
    .execute();
  await db.schema
    .createTable('recoveryCodes')
    .addColumn('userId', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('codeHash', 'text', (column) => column.notNull())
    .addColumn('usedAt', 'text')
    .addPrimaryKeyConstraint('recoveryCodesByUser', ['userId', 'codeHash'])
    .execute();
}
