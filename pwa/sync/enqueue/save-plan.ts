import type { CourseFields } from '#schema/entities/course-entity.ts';
import type { LessonFields } from '#schema/entities/lesson-entity.ts';
import type { ModuleFields } from '#schema/entities/module-entity.ts';

/** The changes of one row: `base` holds the old values of the fields in `changes`. */
export interface FieldEdit<Fields> {
  /** The row's name in sentences: its title before the edit. */
  readonly title: string;
  /** The version that was seen; 0 if only an unsent command has created the row. */
  readonly version: number;
  readonly base: Fields;
  readonly changes: Fields;
}

interface Deletion {
  readonly title: string;
  readonly version: number;
}

/** Everything that one press of Save Course saves: all of it or nothing. */
export interface SavePlan {
  readonly courseId: string;
  readonly course: FieldEdit<CourseFields> | null;
  readonly modules: readonly (FieldEdit<ModuleFields> & { readonly moduleId: string })[];
  readonly deletedModules: readonly (Deletion & { readonly moduleId: string })[];
  readonly lessons: readonly (FieldEdit<LessonFields> & {
    readonly moduleId: string;
    readonly lessonId: string;
  })[];
  readonly deletedLessons: readonly (Deletion & { readonly moduleId: string; readonly lessonId: string })[];
  /** The drafts that the plan was built from; they are removed when it is queued. */
  readonly draftIds: readonly string[];
}
