import type { Db } from '#sync-server/db/open.ts';
import { getText, type ReadTexts } from '#sync-server/history/revision-text-queries.ts';

/** All rows of the history; `before` and `after` have the HTML of lessons too. */
export async function readHistory(db: Db) {
  const rows = await db.selectFrom('revisions').selectAll().execute();
  const read: ReadTexts = new Map();
  const textOf = async (digest: string | null) => (digest === null ? '' : getText(db, digest, read));
  return Promise.all(
    rows.map(async (row) => ({
      ...row,
      before: row.before + (await textOf(row.beforeText)),
      after: row.after + (await textOf(row.afterText)),
    })),
  );
}
