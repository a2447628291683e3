import type {
  AdminCourseOutline,
  AdminLessonOutline,
  AdminModuleOutline,
} from '#pwa/store/database/admin-rows.ts';
import type { SavePlan } from '#pwa/sync/enqueue/save-plan.ts';
import { isComplete } from '#schema/courses/completeness.ts';
import { pick } from '#schema/entities/by-name.ts';
import { courseEntity } from '#schema/entities/course-entity.ts';
import { nestedLessonFields } from '#schema/entities/lesson-entity.ts';
import { moduleEntity } from '#schema/entities/module-entity.ts';
import { type Drafts, type ModuleDraft, placeOf } from '../draft/editor-draft.ts';
import { findLesson } from './find-lesson.ts';
import { readVideoAddress } from './video-address.ts';

/** Returns the editable fields of a course. */
export function courseFieldsOf(course: AdminCourseOutline) {
  return pick(course, courseEntity.fieldNames);
}

export function moduleFieldsOf(module: AdminModuleOutline) {
  return pick(module, moduleEntity.fieldNames);
}

/** Without the HTML, which is read separately, and without the module, which contains it. */
export function lessonFieldsOf(lesson: AdminLessonOutline) {
  return pick(lesson, nestedLessonFields);
}

/** A record marked for deletion, listed so that it can be restored. */
export interface MarkedRecord {
  readonly id: string;
  readonly title: string;
}

/** The records that the next save deletes. A lesson of a deleted module is not listed separately. */
export function listMarked(drafts: Drafts) {
  const modules = Object.entries(drafts.modules).filter(([, draft]) => draft.isDeleted);
  const lessons = Object.entries(drafts.lessons).filter(
    ([, draft]) => draft.isDeleted && drafts.modules[placeOf(draft)]?.isDeleted !== true,
  );
  const named = ([id, { title }]: [string, ModuleDraft]): MarkedRecord => ({ id, title });
  return { modules: modules.map(named), lessons: lessons.map(named) };
}

/** The ids of a course's modules and lessons. */
export function listRecordIds({ modules }: AdminCourseOutline): ReadonlySet<string> {
  return new Set(modules.flatMap(({ id, lessons }) => [id, ...lessons.map((lesson) => lesson.id)]));
}

/**
 * Returns the titles of edited records that another user deleted in the meantime.
 *
 * @param known the ids that the course still has
 */
export function listOrphans(known: ReadonlySet<string>, drafts: Drafts): string[] {
  const all = [...Object.entries(drafts.modules), ...Object.entries(drafts.lessons)];
  const orphans = all.filter(([id]) => !known.has(id));
  return orphans.filter(([, { isDeleted }]) => !isDeleted).map(([, { title }]) => title);
}

/**
 * Converts drafts to the plan that Save Course hands to the outbox. Edits of deleted records are omitted. A lesson
 * that was moved out of a deleted module is not deleted with it, and one that was moved into it is.
 *
 * @param seen the course without the drafts: another user may have moved a lesson since its draft was begun
 * @param draftIds the ids of the stored draft rows
 */
export function planSave(
  seen: Pick<AdminCourseOutline, 'id' | 'modules'>,
  drafts: Drafts,
  draftIds: readonly string[],
): SavePlan {
  const modules = Object.entries(drafts.modules);
  const isGone = (moduleId: string) => drafts.modules[moduleId]?.isDeleted === true;
  const lessons = Object.entries(drafts.lessons).flatMap(([id, draft]) => {
    const moduleId = findLesson(seen.modules, id)?.module.id ?? draft.moduleId;
    const target = placeOf({ ...draft, moduleId });
    if (isGone(moduleId) && isGone(target)) return [];
    const isDeleted = draft.isDeleted || isGone(target) ? { isDeleted: true as const } : {};
    // Marked for deletion after it had been moved: it goes with its module.
    if (draft.isDeleted && isGone(moduleId)) return [];
    return [[id, { ...draft, ...isDeleted, moduleId }] as const];
  });
  return {
    courseId: seen.id,
    course: drafts.course,
    modules: modules
      .filter(([, draft]) => !draft.isDeleted)
      .map(([moduleId, { isDeleted: _, ...draft }]) => ({ moduleId, ...draft })),
    deletedModules: modules
      .filter(([, draft]) => draft.isDeleted)
      .map(([moduleId, { title, version }]) => ({ moduleId, title, version })),
    lessons: lessons
      .filter(([, draft]) => !draft.isDeleted)
      .map(([lessonId, { isDeleted: _, ...draft }]) => ({
        lessonId,
        ...draft,
        changes: withWholeAddress(draft.changes),
      })),
    deletedLessons: lessons
      .filter(([, draft]) => draft.isDeleted)
      .map(([lessonId, { moduleId, title, version }]) => ({ moduleId, lessonId, title, version })),
    draftIds: [...draftIds],
  };
}

/** The address of a video as it was meant: the field may still have the code that was pasted into it. */
function withWholeAddress<Changes extends { readonly videoUrl?: string | null | undefined }>(
  changes: Changes,
): Changes {
  const { videoUrl } = changes;
  return videoUrl ? { ...changes, videoUrl: readVideoAddress(videoUrl) } : changes;
}

/** Whether the three required fields are not blank (spec map, section 5). */
export function hasRequiredFields(course: Pick<AdminCourseOutline, 'title' | 'description' | 'instructor'>) {
  return [course.title, course.description, course.instructor].every((text) => text.trim() !== '');
}

/**
 * The actions that the header offers for a course (spec map, section 2).
 *
 * @param seen the course without the drafts: a published one stays published until the change is saved
 */
export function offersFor(course: AdminCourseOutline, seen: AdminCourseOutline, isNew: boolean) {
  return {
    canPreview: !isNew && course.modules.length > 0,
    canFinish: !isNew && isComplete(course),
    canDelete: !isNew && seen.status !== 'published',
  };
}

/** The number of unused codes if few are left; null if there are enough or there never were any. */
export function lowCodes({ codeStats, lowCodesBelow }: AdminCourseOutline): number | null {
  return codeStats.total > 0 && codeStats.unused < lowCodesBelow ? codeStats.unused : null;
}
