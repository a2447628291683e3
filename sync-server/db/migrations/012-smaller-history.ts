import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { encodeText } from '#sync-server/history/text-difference.ts';

/** More than a chain of differences in the database may have would make old texts slow to read. */
const STEPS_MAX = 16;
const ROWS_AT_ONCE = 50;

/**
 * The HTML of lessons in the history is stored once per text, compressed, or as the difference from an earlier
 * text (docs/decisions/209). Receipts without a body are found by their age.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index receiptsWithoutBody on receipts (createdAt) where body = ''`.execute(db);
  await addTexts(db);
  await moveTexts(db);
}

/** The part without SQLite's own words, which a PostgreSQL database has from the start. */
export async function addTexts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('revisionTexts')
    .addColumn('digest', 'text', (column) => column.primaryKey())
    .addColumn('characters', 'integer', (column) => column.notNull())
    .addColumn('base', 'text')
    .addColumn('steps', 'integer', (column) => column.notNull())
    .addColumn('sharedStart', 'integer')
    .addColumn('sharedEnd', 'integer')
    .addColumn('packed', 'text', (column) => column.notNull())
    .execute();
  await db.schema.alterTable('revisions').addColumn('beforeText', 'text').execute();
  await db.schema.alterTable('revisions').addColumn('afterText', 'text').execute();
}

interface OldRow {
  readonly id: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** In the order in which they were written, so that most texts are differences from the one before. */
async function moveTexts(db: Kysely<unknown>): Promise<void> {
  let last = '';
  for (;;) {
    const { rows } = await sql<OldRow>`
      select id, ${contentOf('before')} as before, ${contentOf('after')} as after from revisions
      where id > ${last} order by id limit ${ROWS_AT_ONCE}
    `.execute(db);
    for (const row of rows) await moveTextsOf(db, row);
    const end = rows.at(-1);
    if (end === undefined) return;
    last = end.id;
  }
}

/** The HTML in a column; null if it has none. */
const contentOf = (column: 'before' | 'after') => {
  const fields = sql.ref(`revisions.${column}`);
  return sql`case when json_valid(${fields}) and json_type(${fields}, '$.content') = 'text'
    then json_extract(${fields}, '$.content') end`;
};

async function moveTextsOf(db: Kysely<unknown>, { id, before, after }: OldRow): Promise<void> {
  if (before === null && after === null) return;
  const beforeText = before === null ? null : await storeText(db, before, null);
  const afterText =
    after === null
      ? null
      : await storeText(
          db,
          after,
          before === null || beforeText === null ? null : { digest: beforeText, text: before },
        );
  const without = (column: string, has: boolean) =>
    has ? sql`json_remove(${sql.ref(column)}, '$.content')` : sql.ref(column);
  await sql`update revisions set beforeText = ${beforeText}, afterText = ${afterText},
    before = ${without('before', before !== null)}, after = ${without('after', after !== null)}
    where id = ${id}`.execute(db);
}

interface Base {
  readonly digest: string;
  readonly text: string;
}

/** Returns the digest of the text. */
async function storeText(db: Kysely<unknown>, text: string, base: Base | null): Promise<string> {
  const digest = createHash('sha256').update(text).digest('base64url');
  if ((await findSteps(db, digest)) !== null) return digest;
  const baseSteps = base === null ? null : await findSteps(db, base.digest);
  const isBased = base !== null && baseSteps !== null && baseSteps < STEPS_MAX;
  const { shared, packed } = encodeText(text, isBased ? base.text : null);
  const steps = shared === null || baseSteps === null ? 0 : baseSteps + 1;
  await sql`insert into revisionTexts (digest, characters, base, steps, sharedStart, sharedEnd, packed) values
    (${digest}, ${text.length}, ${shared === null ? null : (base?.digest ?? null)}, ${steps},
    ${shared?.start ?? null}, ${shared?.end ?? null}, ${packed})`.execute(db);
  return digest;
}

async function findSteps(db: Kysely<unknown>, digest: string): Promise<number | null> {
  const { rows } = await sql<{
    steps: number;
  }>`select steps from revisionTexts where digest = ${digest}`.execute(db);
  return rows[0]?.steps ?? null;
}
