import type { AdminCourse, AdminLesson, AdminModule } from '#schema/editor.ts';
import type { SupportRequest } from '#schema/support.ts';
import type { User } from '#schema/user.ts';

/** A lesson as the workspace counts it: without HTML and resources. */
type AdminLessonOutline = Omit<AdminLesson, 'content' | 'resources'>;
type AdminModuleOutline = Omit<AdminModule, 'lessons'> & { readonly lessons: AdminLessonOutline[] };

/** A course as the workspace shows it. Codes are counted in `codeStats`; the codes themselves stay away. */
export type AdminCourseOutline = Omit<AdminCourse, 'modules' | 'activationCodes'> & {
  readonly modules: AdminModuleOutline[];
};

interface Placed {
  readonly v: number;
  /** Its place in the server's list, which is a number here and a key there. */
  readonly place: number;
}

export type AdminCourseRow = AdminCourseOutline & Placed;
export type AdminUserRow = User & Placed;
export type AdminRequestRow = SupportRequest & Placed;

/** What was fetched apart from the others, and so is of an age of its own. */
export type AdminSubject = 'courses' | 'users' | 'stats' | 'requests';
