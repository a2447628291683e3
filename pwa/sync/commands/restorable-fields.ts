import * as v from 'valibot';
import type { RevisionFields } from '#schema/editor/history.ts';
import { LessonFields } from '#schema/entities/lesson-entity.ts';

/**
 * Returns the fields of a lesson in the history that can be restored: not its position, and no uploaded
 * video.
 */
export function restorableFields(revision: RevisionFields): LessonFields {
  const { position: _, videoUrl, ...fields } = revision;
  const whole = isUploadedVideo(videoUrl) || videoUrl === undefined ? fields : { ...fields, videoUrl };
  const parsed = v.safeParse(LessonFields, whole);
  return parsed.success ? parsed.output : {};
}

/** Whether the video is a file of the server, and not on another site. */
export function isUploadedVideo(videoUrl: unknown): boolean {
  return typeof videoUrl === 'string' && videoUrl.startsWith('/media/');
}
