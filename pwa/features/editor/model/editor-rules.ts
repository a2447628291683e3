import * as v from 'valibot';
import type { AdminCourseOutline } from '#pwa/store/database/admin-rows.ts';
import { isComplete } from '#schema/courses/completeness.ts';
import { ThumbnailUrl, VideoUrl } from '#schema/courses/web-address.ts';
import { CODE_FILE_MAX_BYTES } from '#schema/limits.ts';
import { adminMessages } from '#schema/messages/admin-messages.ts';
import { NEW_COURSE_ID } from '../draft/use-editor-course.ts';
import { hasRequiredFields } from './editor-model.ts';
import { readVideoAddress } from './video-address.ts';

/** Why the displayed course cannot be saved; null if it can (spec map, section 5). */
export function findSaveProblem(course: AdminCourseOutline): string | null {
  if (!hasRequiredFields(course)) return adminMessages.courseFieldsMissing;
  const thumbnail = sentenceOf(ThumbnailUrl, course.thumbnail ?? '');
  if (thumbnail !== null) return thumbnail;
  if (course.status === 'published' && !isComplete(course)) return adminMessages.courseIncomplete;
  return course.modules.map(findModuleProblem).find((problem) => problem !== null) ?? null;
}

/** Why the displayed module or one of its lessons cannot be saved; null if they can. */
export function findModuleProblem({ title, lessons }: AdminCourseOutline['modules'][number]): string | null {
  if (title.trim() === '') return 'Enter a title for every module';
  for (const lesson of lessons) {
    if (lesson.title.trim() === '') return `Enter a title for every lesson of “${title}”`;
    const video = videoProblem(lesson.videoUrl);
    if (video !== null) return `Lesson “${lesson.title}”: ${video}`;
  }
  return null;
}

/** The problem with a video URL; null if it is usable or empty. */
export function videoProblem(videoUrl: string | null): string | null {
  return sentenceOf(VideoUrl, readVideoAddress(videoUrl ?? ''));
}

/** Why Mark as Finished is refused; null if it is allowed (spec map, section 5). */
export function refuseFinish(course: AdminCourseOutline): string | null {
  return isComplete(course) ? null : adminMessages.finishEditorRefused;
}

/** Why a module cannot be added; null if it can (spec map, section 5). */
export function refuseModule(courseId: string, isNew: boolean): string | null {
  if (isNew) return adminMessages.moduleNeedsCourse;
  const isPlaceholder = courseId === '' || courseId.split('-').includes(NEW_COURSE_ID);
  return isPlaceholder ? adminMessages.courseIdInvalid : null;
}

/** Why a code file is refused; null if it is accepted (spec map, section 5). */
export function refuseCodeFile(file: Pick<File, 'name' | 'size'>, isNew: boolean): string | null {
  if (isNew) return adminMessages.codesNeedCourse;
  if (!/\.(csv|txt)$/i.test(file.name)) return adminMessages.codeFileType;
  return file.size > CODE_FILE_MAX_BYTES ? adminMessages.codeFileTooLarge : null;
}

/** Parses whole minutes: 0 for a value that is not a number or is negative (spec map, section 5). */
export function parseDuration(text: string): number {
  const minutes = Math.round(Number(text));
  return Number.isFinite(minutes) ? Math.max(0, minutes) : 0;
}

function sentenceOf(schema: typeof ThumbnailUrl, value: string): string | null {
  const parsed = v.safeParse(schema, value);
  return parsed.success ? null : parsed.issues[0].message;
}
