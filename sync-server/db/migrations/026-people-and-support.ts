import type { Kysely } from 'kysely';

/**
 * Access that an admin gave without a code, and support requests that are done. Indexes of the requests and the mails of
 * a person.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('activations')
    .addColumn('isGiven', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable('supportRequests').addColumn('doneAt', 'text').execute();
  for (const column of ['userId', 'email'])
    await db.schema
      .createIndex(`supportRequestsBy${column === 'email' ? 'Email' : 'User'}`)
      .on('supportRequests')
      .column(column)
      .execute();
  await db.schema.createIndex('mailsByRecipient').on('mails').column('recipient').execute();
}
