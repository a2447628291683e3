import type { SupportRequest } from '#schema/account/support.ts';
import type { User } from '#schema/account/user.ts';
import type { AdminCourse, AdminLesson, AdminModule } from '#schema/editor/editor.ts';
import type { FieldValues } from '#schema/editor/merge.ts';
import { courseEntity } from '#schema/entities/course-entity.ts';
import { lessonRowDefaults, nestedLessonFields } from '#schema/entities/lesson-entity.ts';
import type { BatchCode, CodeBatch } from '#schema/learning/code-batches.ts';
import type { PulledLesson, PulledModule, PulledResource } from '#schema/sync/pulled-rows.ts';

/** A lesson as the editor lists it: inside its module, and without its HTML, which is read separately. */
export type AdminLessonOutline = Omit<AdminLesson, 'content' | 'moduleId'>;
export type AdminModuleOutline = Omit<AdminModule, 'lessons'> & { readonly lessons: AdminLessonOutline[] };

/**
 * A course for the workspace and the editor. Codes are counted in `codeStats`; the first of them are stored
 * separately.
 */
export type AdminCourseOutline = Omit<AdminCourse, 'modules' | 'activationCodes'> & {
  readonly modules: AdminModuleOutline[];
};

interface Versioned {
  readonly v: number;
}

interface Placed extends Versioned {
  /** Its position in the server's list: a number here, a fractional key on the server. */
  readonly place: number;
}

/**
 * `position`: the fractional key of a course, once a pull has returned it; then it takes precedence over
 * `place`.
 */
export type AdminCourseRow = AdminCourseOutline & Placed & { readonly position?: string };

/**
 * Adds fields that a version before them has stored rows without. Called for every row that is read, and with
 * undefined for a missing one.
 */
export function completeCourseRow<Row extends AdminCourseRow | undefined>(row: Row): Row | AdminCourseRow {
  if (row === undefined) return row;
  if (courseFields.every((name) => name in row) && row.modules.every(({ lessons }) => lessons.every(isWhole)))
    return row;
  const modules = row.modules.map((module) => ({
    ...module,
    lessons: module.lessons.map((lesson) => ({ ...lessonRowDefaults, ...lesson })),
  }));
  return { ...courseEntity.defaults, ...row, modules };
}

const courseFields = courseEntity.fieldNames;
const isWhole = (lesson: AdminLessonOutline) => nestedLessonFields.every((name) => name in lesson);

export type AdminUserRow = User & Placed;
export type AdminRequestRow = SupportRequest & Placed;

/**
 * A lesson's HTML and the version of the lesson that it came with; later versions may not have changed it.
 */
export interface AdminContentRow extends Versioned {
  readonly lessonId: string;
  readonly courseId: string;
  readonly content: string;
  readonly version: number;
}

/** The first unused codes of a course, oldest first. */
export interface AdminCodesRow extends Versioned {
  readonly courseId: string;
  readonly codes: string[];
}

/**
 * A pulled row without a place in an outline.
 * module, lesson, resource: its parent has not arrived: the server returns rows in the order of their last
 * change, so a course's contents may come pages before the course.
 * gone: another user deleted it while this device has unsent edits of it; `data` is its deleted snapshot, in
 * case it is recreated.
 */
export type AdminOrphan =
  | { readonly kind: 'gone'; readonly data: FieldValues }
  | { readonly kind: 'module'; readonly data: PulledModule }
  | { readonly kind: 'lesson'; readonly data: Omit<PulledLesson, 'content'> }
  | { readonly kind: 'resource'; readonly data: PulledResource };
export type AdminOrphanRow = AdminOrphan & Versioned & { readonly id: string; readonly courseId: string };

/** A batch of codes. */
export type AdminCodeBatchRow = CodeBatch &
  Versioned & {
    /** Codes that were drawn anew when the batch was registered: the first ones may have been printed. */
    readonly redrawn: readonly string[];
    /** When its codes were last fetched (ISO time); null if this device has none of them. */
    readonly codesFetchedAt: string | null;
  };

/** A code of a batch; `place` is its place in the batch. */
export type AdminBatchCodeRow = BatchCode & Placed & { readonly batchId: string };

/** Data fetched separately, with an age of its own. */
export type AdminSubject = 'codes' | 'courses' | 'users' | 'stats' | 'requests' | 'audit' | 'trash';
