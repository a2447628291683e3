import { type Kysely, sql } from 'kysely';

/** An index of the admins, who are few among the users: they are counted and get mail. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('admins')
    .on('users')
    .column('id')
    .where(sql.ref('role'), '=', sql.lit('admin'))
    .execute();
}
