import type Sqlite from 'better-sqlite3';
import { findDamage, readFacts } from '#sync-server/backup/database-facts.ts';
import { allMigrations } from '#sync-server/db/migrations/all-migrations.ts';
import { isFromBefore1 } from '#sync-server/db/require-upgradable.ts';
import { readWatermark } from '#sync-server/epoch/watermark.ts';
import { error, type Finding, ok, warning } from '../finding.ts';

/** Rows that have lost the rows that they are about, which no foreign key declares. */
const ORPHANS: Readonly<Record<string, string>> = {
  'lessons without a text':
    'select count(*) as count from lessons where id not in (select lessonId from lessonContents)',
  'changes of courses that neither exist nor are deleted':
    "select count(*) as count from changes where kind = 'course' and isDeleted = 0 and id not in (select id from courses)",
  'changes of lessons that neither exist nor are deleted':
    "select count(*) as count from changes where kind = 'lesson' and isDeleted = 0 and id not in (select id from lessons)",
  'courses without a change':
    "select count(*) as count from courses where id not in (select id from changes where kind = 'course')",
};

/** Pages, references, schema version, orphans and the counters that order changes. */
export function checkDatabase(db: Sqlite.Database, dataFolder: string): Finding[] {
  const damage = findDamage(db);
  if (damage.length > 0) return damage.map((text) => error('database', text));
  const facts = readFacts(db);
  const rows = Object.values(facts.tables).reduce((sum, count) => sum + count, 0);
  return [
    ok('database', `${rows} rows in ${Object.keys(facts.tables).length} tables, intact`),
    checkMigration(db),
    ...checkOrphans(db),
    checkSequence(db, facts.sequence),
    checkWatermark(dataFolder, facts),
  ];
}

function checkMigration(db: Sqlite.Database): Finding {
  const executed = db.prepare<[], { name: string }>('select name from kysely_migration').all();
  const names = executed.map(({ name }) => name);
  if (isFromBefore1(names, allMigrations))
    return error('schema', 'from before version 1.0, and no version upgrades it');
  const unknown = names.filter((name) => !(name in allMigrations));
  if (unknown.length > 0)
    return error('schema', `written by a newer version (${unknown.join(', ')}): start that version`);
  const pending = Object.keys(allMigrations).filter((name) => !names.includes(name));
  if (pending.length > 0) return warning('schema', `the next start upgrades it (${pending.join(', ')})`);
  return ok('schema', `current (${names.at(-1) ?? 'empty'})`);
}

function checkOrphans(db: Sqlite.Database): Finding[] {
  const found = Object.entries(ORPHANS).flatMap(([what, sql]) => {
    const count = db.prepare<[], { count: number }>(sql).get()?.count ?? 0;
    return count > 0 ? [error('rows', `${count} ${what}`)] : [];
  });
  return found.length > 0 ? found : [ok('rows', 'no orphans')];
}

/** A counter below a number in use would give a number twice, and a pull would miss one of the two changes. */
function checkSequence(db: Sqlite.Database, counter: number): Finding {
  const last = db
    .prepare<[], { last: number | null }>('select max(sequence) as last from changes')
    .get()?.last;
  if ((last ?? 0) > counter)
    return error('changes', `number ${last} is in use, and the counter is at ${counter}`);
  return ok('changes', `the last one is ${counter}`);
}

function checkWatermark(dataFolder: string, facts: { epoch: string | null; sequence: number }): Finding {
  const known = readWatermark(dataFolder);
  if (known === null)
    return warning('epoch', 'there is no watermark.json: the next start begins a new epoch');
  if (known.epoch !== facts.epoch || known.sequence > facts.sequence)
    return warning('epoch', 'the database was restored: the next start begins a new epoch');
  return ok('epoch', 'the database is the one that the server ran with');
}
