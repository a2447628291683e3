import type { AdminLesson } from '#schema/editor.ts';
import type { FileRow } from '../db/tables.ts';
import type { Trx } from '../db/transaction.ts';
import { getAdminLesson } from '../editor/admin-course-queries.ts';
import { assembleOwnCourse } from '../editor/assemble-admin-course.ts';
import type { EditCall } from '../editor/edit-call.ts';
import { requireRow } from '../editor/edited-queries.ts';
import { type Ready, takeUpload } from './attach-upload.ts';
import { getLessonTitle, setLessonFilm } from './lesson-video-queries.ts';
import { requireCourse, setThumbnail } from './thumbnail-queries.ts';
import { enqueueTranscode } from './transcode-queries.ts';
import { filmName, type VideoContainer } from './video-container.ts';

type Call<Made> = Pick<EditCall<unknown>, 'targetId' | 'reading' | 'at'> & {
  readonly ready: Ready<Made> | undefined;
};

/** A stored video file. */
export interface PlacedFilm {
  readonly container: VideoContainer;
  readonly isTranscoded: boolean;
}

/**
 * Sets the video of a lesson from an upload. Throws ApiError: 404 without the lesson, otherwise as {@link
 * takeUpload}.
 */
export async function attachVideo(
  trx: Trx,
  { targetId: lessonId, reading, at, ready }: Call<PlacedFilm>,
): Promise<{ lesson: AdminLesson }> {
  const title = await getLessonTitle(trx, lessonId);
  const { upload, digest, made } = await takeUpload(trx, ready, at);
  const { contentType, extension } = made.container;
  const file: FileRow = {
    id: upload.fileId,
    name: filmName(title, extension),
    ...{ contentType, sizeBytes: upload.sizeBytes, digest, createdAt: at },
  };
  const shownId = await setLessonFilm(trx, { lessonId, file, at });
  if (made.isTranscoded && shownId === file.id) await enqueueTranscode(trx, file.id, at);
  return { lesson: await getAdminLesson(trx, lessonId, reading.addressOf) };
}

/** Sets the thumbnail of a course, made from an upload, by its address. Throws as {@link attachVideo}. */
export async function attachThumbnail(trx: Trx, { targetId: courseId, at, ready }: Call<string>) {
  await requireCourse(trx, courseId);
  const { made: address } = await takeUpload(trx, ready, at);
  await setThumbnail(trx, { courseId, address, at });
  const row = await trx.selectFrom('courses').selectAll().where('id', '=', courseId).executeTakeFirst();
  return { course: assembleOwnCourse(requireRow(row, 'course_not_found')) };
}
