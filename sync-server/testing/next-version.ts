import { type Kysely, sql } from 'kysely';
import { onTestFinished } from 'vitest';
import { allMigrations } from '#sync-server/db/migrations/all-migrations.ts';
import type { CheckedMigration } from '#sync-server/db/migrations/with-checks.ts';

export const NEXT = '999-made-up';

/** A made-up next version for tests of upgrades: a column, rewritten rows, and a table with rows made of others. */
export async function makeUp(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('courses')
    .addColumn('subtitle', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await sql`update courses set subtitle = title`.execute(db);
  await db.schema
    .createTable('stamps')
    .addColumn('userId', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('lessonId', 'text', (column) => column.notNull().references('lessons.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('stampOfUser', ['userId', 'lessonId'])
    .execute();
  await db.schema.createIndex('stampsByLesson').on('stamps').column('lessonId').execute();
  await sql`insert into stamps ("userId", "lessonId") select "userId", "lessonId" from progress`.execute(db);
}

/** The migrations of the version after this. */
export const nextMigrations: Readonly<Record<string, CheckedMigration>> = {
  ...allMigrations,
  [NEXT]: { up: makeUp },
};

/** The server and its commands are of that version until the test ends. */
export function useNextVersion(): void {
  allMigrations[NEXT] = { up: makeUp };
  onTestFinished(() => {
    delete allMigrations[NEXT];
  });
}
