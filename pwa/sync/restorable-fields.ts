import * as v from 'valibot';
import { LessonFields } from '#schema/entities/lesson-entity.ts';
import type { RevisionFields } from '#schema/history.ts';

/**
 * Returns the fields of a lesson in the history that can be restored: not its position, and no uploaded
 * video.
 */
export function restorableFields(words: RevisionFields): LessonFields {
  const { position: _, videoUrl, ...fields } = words;
  const isOwnFilm = typeof videoUrl === 'string' && videoUrl.startsWith('/media/');
  const whole = isOwnFilm || videoUrl === undefined ? fields : { ...fields, videoUrl };
  const parsed = v.safeParse(LessonFields, whole);
  return parsed.success ? parsed.output : {};
}
