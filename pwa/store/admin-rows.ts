import type { AdminCourse, AdminLesson, AdminModule } from '#schema/editor.ts';
import type { FieldValues } from '#schema/merge.ts';
import type { PulledLesson, PulledModule, PulledResource } from '#schema/pull.ts';
import type { SupportRequest } from '#schema/support.ts';
import type { User } from '#schema/user.ts';

/** A lesson as the editor lists it: everything but its HTML, which is read apart. */
export type AdminLessonOutline = Omit<AdminLesson, 'content'>;
export type AdminModuleOutline = Omit<AdminModule, 'lessons'> & { readonly lessons: AdminLessonOutline[] };

/** A course as the workspace and the editor show it. Codes are counted in `codeStats`; the first of them lie apart. */
export type AdminCourseOutline = Omit<AdminCourse, 'modules' | 'activationCodes'> & {
  readonly modules: AdminModuleOutline[];
};

interface Versioned {
  readonly v: number;
}

interface Placed extends Versioned {
  /** Its place in the server's list, which is a number here and a key there. */
  readonly place: number;
}

/** `position`: the fractional key of a course, once a pull has told it; then it decides, not the place. */
export type AdminCourseRow = AdminCourseOutline & Placed & { readonly position?: string };

/**
 * The second version of the store, and a tab that still runs it, writes lessons without their resources.
 * Called for every row that is read, and with undefined for one that is not there.
 */
export function completeCourseRow<Row extends AdminCourseRow | undefined>(row: Row): Row | AdminCourseRow {
  const isWhole =
    row === undefined || row.modules.every(({ lessons }) => lessons.every((lesson) => 'resources' in lesson));
  if (isWhole) return row;
  const modules = row.modules.map((module) => ({
    ...module,
    lessons: module.lessons.map((lesson) => ({ ...lesson, resources: lesson.resources ?? [] })),
  }));
  return { ...row, modules };
}

export type AdminUserRow = User & Placed;
export type AdminRequestRow = SupportRequest & Placed;

/** A lesson's HTML and the version of the lesson that it came with; later versions may have left it as it was. */
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
 * A pulled row that has no place in an outline.
 * module, lesson, resource: what it lies in has not arrived: the server tells rows in the order of their
 * last change, so what lies in a course may come pages before the course.
 * gone: somebody deleted it while unsent edits of it lie here; `data` is what it said, should it be put back.
 */
export type AdminStray =
  | { readonly kind: 'gone'; readonly data: FieldValues }
  | { readonly kind: 'module'; readonly data: PulledModule }
  | { readonly kind: 'lesson'; readonly data: Omit<PulledLesson, 'content'> }
  | { readonly kind: 'resource'; readonly data: PulledResource };
export type AdminStrayRow = AdminStray & Versioned & { readonly id: string; readonly courseId: string };

/** What was fetched apart from the others, and so is of an age of its own. */
export type AdminSubject = 'courses' | 'users' | 'stats' | 'requests' | 'audit';
