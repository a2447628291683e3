import type { CourseFields } from '#schema/entities/course-entity.ts';
import type { LessonFields } from '#schema/entities/lesson-entity.ts';
import type { ModuleFields } from '#schema/entities/module-entity.ts';

/** What changed in one row: `base` holds the values that were seen of the fields in `changes`. */
export interface FieldEdit<Fields> {
  /** What the row is called in sentences: its title before the edit. */
  readonly title: string;
  /** The version that was seen; 0 for a row that only an unsent command has made. */
  readonly version: number;
  readonly base: Fields;
  readonly changes: Fields;
}

interface Deletion {
  readonly title: string;
  readonly version: number;
}

/** Everything that one press of Save Course hands over: all of it arrives, or nothing does. */
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
  /** The drafts that the plan was made of; they go when it is queued. */
  readonly draftIds: readonly string[];
}
