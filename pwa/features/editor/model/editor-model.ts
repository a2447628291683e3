import type {
  AdminCourseOutline,
  AdminLessonOutline,
  AdminModuleOutline,
} from '#pwa/store/database/admin-rows.ts';
import type { SavePlan } from '#pwa/sync/enqueue/save-plan.ts';
import { isComplete } from '#schema/courses/completeness.ts';
import { pick } from '#schema/entities/by-name.ts';
import { courseEntity } from '#schema/entities/course-entity.ts';
import { lessonRowFields } from '#schema/entities/lesson-entity.ts';
import { moduleEntity } from '#schema/entities/module-entity.ts';
import { LOW_CODES } from '#schema/limits.ts';
import type { Drafts, ModuleDraft } from '../draft/editor-draft.ts';

/** Returns the editable fields of a course. */
export function courseFieldsOf(course: AdminCourseOutline) {
  return pick(course, courseEntity.fieldNames);
}

export function moduleFieldsOf(module: AdminModuleOutline) {
  return pick(module, moduleEntity.fieldNames);
}

/** Without the HTML, which is read separately. */
export function lessonFieldsOf(lesson: AdminLessonOutline) {
  return pick(lesson, lessonRowFields);
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
    ([, { isDeleted, moduleId }]) => isDeleted && drafts.modules[moduleId]?.isDeleted !== true,
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
 * Converts drafts to the plan that Save Course hands to the outbox. Edits of deleted records are omitted.
 *
 * @param seen the course without the drafts, which shows the rows that the server has now
 * @param draftIds the ids of the stored draft rows
 */
export function planSave(seen: AdminCourseOutline, drafts: Drafts, draftIds: readonly string[]): SavePlan {
  const modules = Object.entries(drafts.modules);
  const lessons = Object.entries(drafts.lessons).filter(
    ([, { moduleId }]) => drafts.modules[moduleId]?.isDeleted !== true,
  );
  const versions = versionsOf(seen);
  const version = (id: string, drafted: number) => (drafted === 0 && versions.get(id) ? 1 : drafted);
  const course = drafts.course;
  return {
    courseId: seen.id,
    course: course && { ...course, version: version(seen.id, course.version) },
    modules: modules
      .filter(([, draft]) => !draft.isDeleted)
      .map(([moduleId, { title, base, changes, ...draft }]) => {
        return { moduleId, title, version: version(moduleId, draft.version), base, changes };
      }),
    deletedModules: modules
      .filter(([, draft]) => draft.isDeleted)
      .map(([moduleId, draft]) => {
        return { moduleId, title: draft.title, version: version(moduleId, draft.version) };
      }),
    lessons: lessons
      .filter(([, draft]) => !draft.isDeleted)
      .map(([lessonId, { moduleId, title, base, changes, ...draft }]) => {
        return { moduleId, lessonId, title, version: version(lessonId, draft.version), base, changes };
      }),
    deletedLessons: lessons
      .filter(([, draft]) => draft.isDeleted)
      .map(([lessonId, { moduleId, title, ...draft }]) => {
        return { moduleId, lessonId, title, version: version(lessonId, draft.version) };
      }),
    draftIds: [...draftIds],
  };
}

/**
 * The versions of all rows. A row that was edited before the server had it gets version 1 once the server has
 * it.
 */
function versionsOf(seen: AdminCourseOutline): ReadonlyMap<string, number> {
  const rows = seen.modules.flatMap((module) => [module, ...module.lessons]);
  return new Map([seen, ...rows].map(({ id, version }) => [id, version]));
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
export function lowCodes({ codeStats }: AdminCourseOutline): number | null {
  return codeStats.total > 0 && codeStats.unused < LOW_CODES ? codeStats.unused : null;
}
