import { readFileSync, renameSync, rmSync } from 'node:fs';
import Database from 'better-sqlite3';
import * as v from 'valibot';
import type { Db } from '#sync-server/db/open.ts';
import { getText, type ReadTexts } from '#sync-server/history/revision-text-queries.ts';
import type { OlderReceipt } from './older-server.ts';

const RELEASED = new URL('../../../../sync-server/db/migrations/released/', import.meta.url);
/** The first release that stored the HTML of the history apart from its rows, and none in receipts. */
const TEXTS_APART = '012-smaller-history';

/** What a database had elsewhere, or in another form, in an earlier release. */
export interface OlderForms {
  readonly receipts: ReadonlyMap<string, OlderReceipt>;
  /** The HTML of the history, by digest. */
  readonly texts: ReadonlyMap<string, string>;
}

/** The texts of the history. */
export async function readTexts(db: Db): Promise<ReadonlyMap<string, string>> {
  const rows = await db.selectFrom('revisionTexts').select('digest').execute();
  const read: ReadTexts = new Map();
  const texts = new Map<string, string>();
  for (const { digest } of rows) texts.set(digest, await getText(db, digest, read));
  return texts;
}

/**
 * Writes a database back into the form of an earlier release: into its dump, which has the tables and the list of
 * migrations of that release. Nobody may have it open.
 */
export function writeBackDatabase(file: string, release: string, forms: OlderForms): void {
  const olderFile = `${file}.older`;
  const database = new Database(olderFile);
  database.pragma('foreign_keys = OFF');
  database.pragma('synchronous = OFF');
  database.exec(`begin; ${readFileSync(new URL(`${release}.sql`, RELEASED), 'utf8')} commit`);
  database.prepare('attach ? as today').run(file);
  const copy = database.transaction(() => {
    for (const table of listTables(database)) copyRows(database, table);
    const hasTexts = release < TEXTS_APART;
    writeReceipts(database, forms.receipts, hasTexts);
    if (hasTexts) writeTexts(database, forms.texts);
  });
  copy();
  database.exec('detach today');
  database.close();
  for (const ending of ['-wal', '-shm']) rmSync(file + ending, { force: true });
  renameSync(olderFile, file);
}

function listTables(database: Database.Database): string[] {
  const names = database.prepare<[], string>("select name from main.sqlite_master where type = 'table'");
  return names
    .pluck()
    .all()
    .filter((name) => !name.startsWith('kysely_') && !name.startsWith('sqlite_'));
}

/** In place of the rows of the dump. */
function copyRows(database: Database.Database, table: string): void {
  const columnsIn = (schema: string) =>
    database.prepare<[], string>(`select name from pragma_table_info('${table}', '${schema}')`).pluck().all();
  const today = new Set(columnsIn('today'));
  const columns = columnsIn('main')
    .filter((name) => today.has(name))
    .map((name) => `"${name}"`)
    .join(', ');
  database.exec(`delete from main."${table}"`);
  if (columns !== '')
    database.exec(`insert into main."${table}" (${columns}) select ${columns} from today."${table}"`);
}

/** @param hasTexts whether receipts contained the HTML of lessons, and none was empty */
function writeReceipts(
  database: Database.Database,
  receipts: OlderForms['receipts'],
  hasTexts: boolean,
): void {
  const find = database.prepare<[string], string>('select body from main.receipts where key = ?').pluck();
  const update = database.prepare('update main.receipts set fingerprint = ?, body = ? where key = ?');
  for (const [key, { fingerprint, reply }] of receipts) {
    const stored = find.get(key);
    if (stored !== undefined) update.run(fingerprint, hasTexts ? withTexts(stored, reply) : stored, key);
  }
}

const Html = v.looseObject({ content: v.string() });

function withTexts(stored: string, reply: string): string {
  if (stored === '') return reply;
  const [receipt, whole] = [v.parse(v.looseObject({}), JSON.parse(stored)), JSON.parse(reply)];
  for (const member of ['lesson', 'current'] as const) {
    const [row, html] = [v.safeParse(v.looseObject({}), receipt[member]), v.safeParse(Html, whole?.[member])];
    if (row.success && html.success) receipt[member] = { ...row.output, content: html.output.content };
  }
  return JSON.stringify(receipt);
}

function writeTexts(database: Database.Database, texts: OlderForms['texts']): void {
  database.function('textOf', (digest: unknown) => texts.get(String(digest)) ?? null);
  for (const column of ['before', 'after'])
    database.exec(`
      update main.revisions set ${column} = json_set(revisions.${column}, '$.content', textOf(now.${column}Text))
      from today.revisions as now where now.id = revisions.id and now.${column}Text is not null`);
}
