import { recordEdit } from '#sync-server/db/changes/changes-queries.ts';
import { liveLessons, liveModules } from '#sync-server/db/live-rows.ts';
import type { Db } from '#sync-server/db/open.ts';
import type { FileRow } from '#sync-server/db/tables.ts';
import type { Trx } from '#sync-server/db/transaction.ts';
import { requireRow } from '#sync-server/editor/queries/edited-queries.ts';
import { insertFile } from '#sync-server/media/file-queries.ts';

/** Returns the title of a lesson. Throws ApiError 404. */
export async function getLessonTitle(db: Db, lessonId: string): Promise<string> {
  const row = await db.selectFrom(liveLessons).select('title').where('id', '=', lessonId).executeTakeFirst();
  return requireRow(row, 'lesson_not_found').title;
}

interface NewVideo {
  readonly lessonId: string;
  readonly file: FileRow;
  /** ISO time. */
  readonly at: string;
}

/**
 * Sets the video of a lesson to a stored file, and returns the id of the file that it shows now. That is
 * another file, and nothing is written, when the lesson already shows the same bytes, or a version transcoded
 * from them: an upload is repeated when its reply was lost. Throws ApiError 404 when the lesson was deleted.
 */
export async function setLessonVideoFile(trx: Trx, { lessonId, file, at }: NewVideo): Promise<string> {
  const found = await trx
    .selectFrom(liveLessons)
    .innerJoin(liveModules, 'modules.id', 'lessons.moduleId')
    .select(['modules.courseId', 'lessons.videoFileId'])
    .where('lessons.id', '=', lessonId)
    .executeTakeFirst();
  const { courseId, videoFileId } = requireRow(found, 'lesson_not_found');
  if (videoFileId !== null && (await hasDigest(trx, videoFileId, file.digest))) return videoFileId;
  await insertFile(trx, file);
  await updateVideoFileId(trx, { id: lessonId, courseId }, file.id, at);
  return file.id;
}

/** Whether a video has these bytes, or was transcoded from a video that has them. */
async function hasDigest(trx: Trx, fileId: string, digest: string): Promise<boolean> {
  const row = await trx
    .selectFrom('files')
    .leftJoin('transcodes', 'transcodes.fileId', 'files.id')
    .select('files.id')
    .where('files.digest', '=', digest)
    .where((eb) => eb.or([eb('files.id', '=', fileId), eb('transcodes.resultFileId', '=', fileId)]))
    .executeTakeFirst();
  return row !== undefined;
}

/** Replaces `fromId` by the new video in every lesson that shows it; returns how many there were. */
export async function replaceVideoFile(
  trx: Trx,
  fromId: string,
  video: FileRow,
  at: string,
): Promise<number> {
  const lessons = await listLessonsWith(trx, fromId);
  if (lessons.length === 0) return 0;
  await insertFile(trx, video);
  for (const lesson of lessons) await updateVideoFileId(trx, lesson, video.id, at);
  return lessons.length;
}

/** Returns the lessons that show a video, each with its course. */
export function listLessonsWith(db: Db, fileId: string) {
  return db
    .selectFrom(liveLessons)
    .innerJoin(liveModules, 'modules.id', 'lessons.moduleId')
    .select(['lessons.id', 'modules.courseId'])
    .where('lessons.videoFileId', '=', fileId)
    .execute();
}

interface LessonPlace {
  readonly id: string;
  readonly courseId: string;
}

async function updateVideoFileId(trx: Trx, { id, courseId }: LessonPlace, fileId: string, at: string) {
  await trx
    .updateTable('lessons')
    .set((eb) => ({
      videoUrl: null,
      videoFileId: fileId,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute();
  await recordEdit(trx, { courseId, at }, [{ kind: 'lesson', id, courseId }]);
}
