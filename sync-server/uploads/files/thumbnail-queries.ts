import { recordEdit } from '#sync-server/db/changes/changes-queries.ts';
import { liveCourses } from '#sync-server/db/live-rows.ts';
import type { Db } from '#sync-server/db/open.ts';
import type { Trx } from '#sync-server/db/transaction.ts';
import { requireRow } from '#sync-server/editor/queries/edited-queries.ts';

/** Throws ApiError 404. */
export async function requireCourse(db: Db, courseId: string): Promise<void> {
  const row = await db.selectFrom(liveCourses).select('id').where('id', '=', courseId).executeTakeFirst();
  requireRow(row, 'course_not_found');
}

interface NewThumbnail {
  readonly courseId: string;
  readonly address: string;
  /** ISO time. */
  readonly at: string;
}

/**
 * Sets the thumbnail of a course and returns the previous one. Throws ApiError 404 when the course was
 * deleted.
 */
export async function setThumbnail(
  trx: Trx,
  { courseId, address, at }: NewThumbnail,
): Promise<string | null> {
  const found = await trx
    .selectFrom(liveCourses)
    .select(['version', 'thumbnail'])
    .where('id', '=', courseId)
    .executeTakeFirst();
  const { version, thumbnail } = requireRow(found, 'course_not_found');
  await trx
    .updateTable('courses')
    .set({ thumbnail: address, version: version + 1 })
    .where('id', '=', courseId)
    .execute();
  await recordEdit(trx, { courseId, at }, []);
  return thumbnail;
}

/** Returns the addresses that courses show, including deleted ones that are not removed yet. */
export async function listThumbnails(db: Db): Promise<Set<string>> {
  const rows = await db
    .selectFrom('courses')
    .select('thumbnail')
    .where('thumbnail', 'is not', null)
    .execute();
  return new Set(rows.flatMap(({ thumbnail }) => thumbnail ?? []));
}
