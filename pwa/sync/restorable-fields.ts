import * as v from 'valibot';
import { LessonFields } from '#schema/entities/lesson-entity.ts';
import type { RevisionFields } from '#schema/history.ts';

/** What of a lesson's words in the history can be brought back: not where it stood, and no film that was uploaded. */
export function restorableFields(words: RevisionFields): LessonFields {
  const { position: _, videoUrl, ...fields } = words;
  const isOwnFilm = typeof videoUrl === 'string' && videoUrl.startsWith('/media/');
  const whole = isOwnFilm || videoUrl === undefined ? fields : { ...fields, videoUrl };
  const parsed = v.safeParse(LessonFields, whole);
  return parsed.success ? parsed.output : {};
}
