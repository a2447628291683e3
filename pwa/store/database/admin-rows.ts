import type { SupportRequest } from '#schema/account/support.ts';
import type { User } from '#schema/account/user.ts';
import type { AdminCourse, AdminLesson, AdminModule } from '#schema/editor/editor.ts';
import type { FieldValues } from '#schema/editor/merge.ts';
import { courseEntity } from '#schema/entities/course-entity.ts';
import type { BatchCode, CodeBatch } from '#schema/learning/code-batches.ts';

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

/** A course as lists show it: of its modules, the titles and how many lessons each has. */
export type ListedCourse = Omit<AdminCourseOutline, 'modules'> & {
  readonly modules: readonly { readonly title: string; readonly lessons: { readonly length: number } }[];
};

/** The rows in a course are in tables of their own; `modules` is noted, because a list has hundreds of courses. */
export type AdminCourseRow = ListedCourse & Versioned & { readonly position: string };

/**
 * Adds fields that a version before them has stored rows without. Called for every row that is read, and with
 * undefined for a missing one.
 */
export function completeCourseRow<Row extends AdminCourseRow | undefined>(row: Row): Row | AdminCourseRow {
  if (row === undefined || courseEntity.fieldNames.every((name) => name in row)) return row;
  return { ...courseEntity.defaults, ...row };
}

export type AdminUserRow = User & Placed;
export type AdminRequestRow = SupportRequest & Placed;

/** The first unused codes of a course, oldest first. */
export interface AdminCodesRow extends Versioned {
  readonly courseId: string;
  readonly codes: string[];
}

/** The last values of a row that another user deleted while this device has unsent edits of it, in case it is recreated. */
export interface DeletedSnapshotRow extends Versioned {
  readonly id: string;
  readonly courseId: string;
  readonly data: FieldValues;
}

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
