import * as v from 'valibot';
import { adminMessages } from '#schema/admin-messages.ts';
import { isComplete } from '#schema/completeness.ts';
import { CODE_FILE_MAX_BYTES } from '#schema/limits.ts';
import { ThumbnailUrl, VideoUrl } from '#schema/web-address.ts';
import type { AdminCourseOutline } from '../../store/admin-rows.ts';
import { hasRequiredFields } from './editor-model.ts';
import { NEW_COURSE_ID } from './use-editor-course.ts';

/** Why a course cannot be saved as it stands on the screen; null when it can (section 5). */
export function findSaveProblem(course: AdminCourseOutline): string | null {
  if (!hasRequiredFields(course)) return adminMessages.courseFieldsMissing;
  const thumbnail = sentenceOf(ThumbnailUrl, course.thumbnail ?? '');
  if (thumbnail !== null) return thumbnail;
  if (course.status === 'published' && !isComplete(course)) return adminMessages.courseIncomplete;
  return course.modules.map(findModuleProblem).find((problem) => problem !== null) ?? null;
}

/** Why a module cannot be saved as it stands, itself or one of its lessons; null when it can. */
export function findModuleProblem({ title, lessons }: AdminCourseOutline['modules'][number]): string | null {
  if (title.trim() === '') return 'Please give every module a title';
  for (const lesson of lessons) {
    if (lesson.title.trim() === '') return `Please give every lesson of “${title}” a title`;
    const video = videoProblem(lesson.videoUrl);
    if (video !== null) return `Lesson “${lesson.title}”: ${video}`;
  }
  return null;
}

/** What is wrong with the address of a video; null for one that can be used and for none. */
export function videoProblem(videoUrl: string | null): string | null {
  return sentenceOf(VideoUrl, videoUrl ?? '');
}

/** Why Mark as Finished is refused; null when it is not (section 5). */
export function refuseFinish(course: AdminCourseOutline): string | null {
  return isComplete(course) ? null : adminMessages.finishEditorRefused;
}

/** Why a module cannot be added; null when it can (section 5, Add module). */
export function refuseModule(courseId: string, isNew: boolean): string | null {
  if (isNew) return adminMessages.moduleNeedsCourse;
  const isPlaceholder = courseId === '' || courseId.split('-').includes(NEW_COURSE_ID);
  return isPlaceholder ? adminMessages.courseIdInvalid : null;
}

/** Why a file is not read for codes; null when it is (section 5, Activation-code file). */
export function refuseCodeFile(file: Pick<File, 'name' | 'size'>, isNew: boolean): string | null {
  if (isNew) return adminMessages.codesNeedCourse;
  if (!/\.(csv|txt)$/i.test(file.name)) return adminMessages.codeFileType;
  return file.size > CODE_FILE_MAX_BYTES ? adminMessages.codeFileTooLarge : null;
}

/** Whole minutes: what is not a number becomes 0, and nothing is below (section 5). */
export function parseDuration(text: string): number {
  const minutes = Math.round(Number(text));
  return Number.isFinite(minutes) ? Math.max(0, minutes) : 0;
}

function sentenceOf(schema: typeof ThumbnailUrl, value: string): string | null {
  const parsed = v.safeParse(schema, value);
  return parsed.success ? null : parsed.issues[0].message;
}
