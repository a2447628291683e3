import { readFileSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { findRevision, listLessonRevisions, listRevisions } from '#sync-server/history/revision-queries.ts';
import { databaseFile } from '#sync-server/testing/database-file.ts';
import { migrate } from '../migrate.ts';
import { openDatabase } from '../open.ts';

const at = '2026-11-20T08:00:00.000Z';
const TEXT = Array.from({ length: 1_000 }, (_, n) => `<p>Tide ${n * 7_919} turns at noon.</p>`).join('');
const textOf = (n: number) => TEXT.replace('7919 turns', `7919 ebbs ${n}`);

interface OldRevision {
  readonly id: string;
  readonly kind?: string;
  readonly entity?: string;
  readonly before: object;
  readonly after: object;
}

const revisions: readonly OldRevision[] = [
  { id: 'a', kind: 'create', before: {}, after: { title: 'Ebb', content: textOf(0) } },
  ...Array.from({ length: 40 }, (_, n) => ({
    id: `b${String(n).padStart(2, '0')}`,
    before: { content: textOf(n) },
    after: { content: textOf(n + 1) },
  })),
  { id: 'c', before: { title: 'Ebb' }, after: { title: 'Flow' } },
  { id: 'd', kind: 'aside', before: {}, after: { content: 'Zoë’s {text}: \u{1F30A} "quoted"' } },
  { id: 'e', kind: 'delete', before: { title: 'Flow', content: textOf(40), duration: 9 }, after: {} },
  {
    id: 'f',
    entity: 'course',
    before: { title: 'A', thumbnail: null },
    after: { title: 'B', thumbnail: '/x' },
  },
];

/** A database of the release before, with its rows in every table and the history above. */
function oldDatabase(): string {
  const file = databaseFile();
  const db = new Sqlite(file);
  db.pragma('foreign_keys = OFF');
  const dump = readFileSync(new URL('./released/011-runs-and-restores.sql', import.meta.url), 'utf8');
  db.exec(`begin; ${dump} commit`);
  db.exec('delete from revisions');
  const insert = db.prepare('insert into revisions values (?, ?, ?, ?, ?, ?, null, ?, ?, ?, ?, ?, ?)');
  for (const { id, kind = 'update', entity = 'lesson', before, after } of revisions) {
    const texts = [before, after].map((fields) => JSON.stringify(fields));
    insert.run(id, kind, entity, 'one', 'tides', 'Ebb', at, at, 1, 2, ...texts);
  }
  db.close();
  return file;
}

it('an old history is read as it was, and takes a fraction of its space', async () => {
  const file = oldDatabase();
  await migrate(file);
  const db = openDatabase(file);
  onTestFinished(() => db.destroy());
  const lesson = await listLessonRevisions(db, 'one', { before: null, limit: 100, withoutHtml: false });
  const read = [await findRevision(db, 'f'), ...lesson.revisions].map((revision) => ({
    id: revision?.id,
    before: revision?.before,
    after: revision?.after,
  }));
  expect(read).toEqual(revisions.map(({ id, before, after }) => ({ id, before, after })).toReversed());
  const all = await listRevisions(db, { before: null, limit: 100, courseId: null, userId: null });
  expect(all.revisions).toHaveLength(revisions.length);
  const sizes = new Sqlite(file, { readonly: true });
  const bytes = sizes
    .prepare<[], { bytes: number }>(
      `select (select sum(length(packed)) from revisionTexts)
        + (select sum(length(before) + length(after)) from revisions) as bytes`,
    )
    .get()?.bytes;
  sizes.close();
  expect(bytes).toBeLessThan(4 * TEXT.length);
});
