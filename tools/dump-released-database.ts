/**
 * Writes `sync-server/db/migrations/released/<name>.sql`: a database of one schema version with rows in every
 * table, which later versions must be able to upgrade. Run once when a migration is released:
 * `npx tsx tools/dump-released-database.ts 011-the-name`
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { Migrator } from 'kysely';
import { allMigrations } from '#sync-server/db/migrations/all-migrations.ts';
import { openDatabase } from '#sync-server/db/open.ts';

const ROWS = 3;
const AT = '2026-11-20T08:00:00.000Z';
const FOLDER = new URL('../sync-server/db/migrations/released/', import.meta.url).pathname;
/** The values that a CHECK allows. */
const CHOICES: Readonly<Record<string, readonly string[]>> = {
  'users.role': ['user', 'admin'],
  'courses.status': ['unpublished', 'published'],
  'lessons.type': ['video', 'text'],
  'resources.type': ['pdf', 'video', 'link'],
  'quizzes.use': ['practice', 'test'],
  'regrades.mode': ['raise', 'recompute'],
};

interface Column {
  readonly name: string;
  readonly type: string;
  readonly notnull: number;
  readonly pk: number;
}

interface Reference {
  readonly from: string;
  readonly table: string;
  readonly to: string;
}

function fill(db: Sqlite.Database): void {
  // References are checked at the end; so the tables can be filled in any order.
  db.exec('begin; pragma defer_foreign_keys = on');
  for (const table of listTables(db)) {
    const columns = db.prepare<[], Column>(`pragma table_info("${table}")`).all();
    const references = db.prepare<[], Reference>(`pragma foreign_key_list("${table}")`).all();
    for (let row = 1; row <= ROWS; row += 1) {
      const values = columns.map((column) => chooseValue(table, column, references, row));
      const names = columns.map(({ name }) => `"${name}"`).join(', ');
      db.prepare(`insert into "${table}" (${names}) values (${columns.map(() => '?').join(', ')})`).run(
        values,
      );
    }
  }
  db.exec('commit');
}

/** The last row has null wherever it may. */
function chooseValue(table: string, column: Column, references: readonly Reference[], row: number): unknown {
  const { name, type, notnull, pk } = column;
  if (row === ROWS && notnull === 0 && pk === 0) return null;
  // The first that was declared: an owner, and not the owner of another of their rows.
  const reference = references.findLast(({ from }) => from === name);
  if (reference !== undefined) return `${reference.table}-${reference.to}-${row}`;
  const choices = CHOICES[`${table}.${name}`];
  if (choices !== undefined) return choices[row % choices.length];
  if (name === 'isDeleted') return row % 2;
  if (type.toLowerCase() !== 'text') return row;
  return /At$|^since$/.test(name) ? AT.replace('08', `0${row}`) : `${table}-${name}-${row}`;
}

function dump(db: Sqlite.Database): string {
  const objects = db
    .prepare<[], { sql: string }>('select sql from sqlite_master where sql is not null order by rowid')
    .all();
  const inserts = listTables(db, true).flatMap((table) => {
    const rows = db.prepare<[], Record<string, unknown>>(`select * from "${table}"`).all();
    return rows.map(
      (row) => `insert into "${table}" values (${Object.values(row).map(literal).join(', ')});`,
    );
  });
  return `${[...objects.map(({ sql }) => `${sql};`), ...inserts].join('\n')}\n`;
}

function listTables(db: Sqlite.Database, withKysely = false): string[] {
  const tables = db
    .prepare<[], { name: string }>("select name from sqlite_master where type = 'table' order by rowid")
    .all();
  return tables.map(({ name }) => name).filter((name) => withKysely || !name.startsWith('kysely_'));
}

function literal(value: unknown): string {
  if (value === null) return 'null';
  return typeof value === 'number' ? String(value) : `'${String(value).replaceAll("'", "''")}'`;
}

async function write(name: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'carrel-dump-'));
  const file = join(folder, 'carrel.sqlite');
  const schema = openDatabase(file);
  const migrator = new Migrator({
    db: schema,
    provider: { getMigrations: async () => ({ ...allMigrations }) },
  });
  const { error } = await migrator.migrateTo(name);
  await schema.destroy();
  if (error !== undefined) throw error;
  const db = new Sqlite(file);
  fill(db);
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, `${name}.sql`), dump(db));
  db.close();
  rmSync(folder, { recursive: true });
}

for (const name of process.argv.slice(2)) await write(name);
