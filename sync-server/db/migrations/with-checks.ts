import { type Kysely, type Migration, sql } from 'kysely';

/** A migration that says which tables lose rows on purpose; a table that it drops is one of them. */
export interface CheckedMigration extends Migration {
  readonly removesRowsOf?: readonly string[];
}

/**
 * The same migrations, each of which fails when a row refers to a row that does not exist, or when a table has
 * fewer rows than before and the migration does not say so.
 */
export function withChecks(
  migrations: Readonly<Record<string, CheckedMigration>>,
): Readonly<Record<string, Migration>> {
  return Object.fromEntries(
    Object.entries(migrations).map(([name, migration]) => [name, withCheck(name, migration)]),
  );
}

function withCheck(name: string, { up, removesRowsOf = [] }: CheckedMigration): Migration {
  return {
    async up(db) {
      const before = await countRows(db);
      await up(db);
      const after = await countRows(db);
      for (const [table, count] of before) {
        const left = after.get(table) ?? 0;
        if (left < count && !removesRowsOf.includes(table))
          throw new Error(`${name} would leave ${left} of ${count} rows of the table ${table}`);
      }
      await requireReferences(db, name);
    },
  };
}

async function countRows(db: Kysely<unknown>): Promise<ReadonlyMap<string, number>> {
  const { rows: tables } = await sql<{ name: string }>`
    select name from sqlite_master
    where type = 'table' and name not like 'sqlite\\_%' escape '\\' and name not like 'kysely\\_%' escape '\\'
  `.execute(db);
  const counts = new Map<string, number>();
  for (const { name } of tables) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`.execute(
      db,
    );
    counts.set(name, rows[0]?.count ?? 0);
  }
  return counts;
}

async function requireReferences(db: Kysely<unknown>, name: string): Promise<void> {
  const { rows } = await sql<{ table: string; parent: string }>`pragma foreign_key_check`.execute(db);
  const [first] = rows;
  if (first === undefined) return;
  throw new Error(
    `${name} would leave ${rows.length} rows that refer to missing ones, the first in ${first.table}, to ${first.parent}`,
  );
}
