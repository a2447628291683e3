import type { AdminLesson } from '#schema/editor/editor.ts';
import type { FileRow } from '../db/tables.ts';
import type { Trx } from '../db/transaction.ts';
import { getAdminLesson } from '../editor/queries/admin-course-queries.ts';
import { assembleOwnCourse } from '../editor/queries/assemble-admin-course.ts';
import { getCourseRow } from '../editor/queries/course-edit-queries.ts';
import type { EditCall } from '../editor/queries/edit-call.ts';
import { wasGiven } from '../history/revision-queries.ts';
import { isGone, type Ready, takeUpload } from './attach-upload.ts';
import { getLessonTitle, setLessonVideoFile } from './files/lesson-video-queries.ts';
import { requireCourse, setThumbnail } from './files/thumbnail-queries.ts';
import { type VideoContainer, videoFileName } from './files/video-container.ts';
import { enqueueTranscode } from './transcode/transcode-queries.ts';

type Call<Prepared> = Pick<EditCall<unknown>, 'targetId' | 'readContext' | 'at' | 'auditStamp'> & {
  readonly ready: Ready<Prepared> | undefined;
};

/** A stored video file. */
export interface PlacedVideo {
  readonly container: VideoContainer;
  readonly isTranscoded: boolean;
}

/**
 * Sets the video of a lesson from an upload, unless the history says that this command has done so: a device that
 * never received the reply repeats it when receipt and upload are removed. Throws ApiError: 404 without the lesson,
 * otherwise as {@link takeUpload}.
 */
export async function attachVideo(
  trx: Trx,
  { targetId: lessonId, readContext, at, ready, auditStamp }: Call<PlacedVideo>,
): Promise<{ lesson: AdminLesson }> {
  const title = await getLessonTitle(trx, lessonId);
  const given = { entity: 'lesson', id: lessonId, field: 'videoUrl' } as const;
  if (isGone(ready) && (await wasGiven(trx, auditStamp, given)))
    return { lesson: await getAdminLesson(trx, lessonId, readContext.addressOf) };
  const { upload, digest, prepared } = await takeUpload(trx, ready, at);
  const { contentType, extension } = prepared.container;
  const file: FileRow = {
    id: upload.fileId,
    name: videoFileName(title, extension),
    ...{ contentType, sizeBytes: upload.sizeBytes, digest },
  };
  const shownId = await setLessonVideoFile(trx, { lessonId, file, at });
  if (prepared.isTranscoded && shownId === file.id) await enqueueTranscode(trx, file.id, at);
  return { lesson: await getAdminLesson(trx, lessonId, readContext.addressOf) };
}

/** Sets the thumbnail of a course, made from an upload, by its address, once as {@link attachVideo}. */
export async function attachThumbnail(trx: Trx, { targetId: courseId, at, ready, auditStamp }: Call<string>) {
  await requireCourse(trx, courseId);
  const given = { entity: 'course', id: courseId, field: 'thumbnail' } as const;
  if (!isGone(ready) || !(await wasGiven(trx, auditStamp, given))) {
    const { prepared: address } = await takeUpload(trx, ready, at);
    await setThumbnail(trx, { courseId, address, at });
  }
  return { course: assembleOwnCourse(await getCourseRow(trx, courseId)) };
}
