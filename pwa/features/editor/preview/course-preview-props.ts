import type { ReactNode } from 'react';
import type { Lesson } from '#schema/courses/lesson.ts';
import type { LessonRowFields } from '#schema/entities/lesson-entity.ts';

/** Its text is rendered separately. */
export type PreviewedLesson = Pick<Lesson, 'id' | 'resources' | Exclude<keyof LessonRowFields, 'moduleId'>>;

/** A course with all unsaved and unsent changes applied. */
export interface PreviewedCourse {
  readonly id: string;
  readonly title: string;
  readonly instructor: string;
  readonly modules: readonly {
    readonly id: string;
    readonly title: string;
    readonly lessons: readonly PreviewedLesson[];
  }[];
}

export interface CoursePreviewProps {
  userId: string;
  course: PreviewedCourse;
  /** Renders the newest text of a lesson (`LessonText`). */
  renderText: (lessonId: string) => ReactNode;
  /** Renders a video that is still on this device; null if the lesson's URL is sufficient. */
  renderVideo?: ((lessonId: string) => ReactNode) | undefined;
  onClose: () => void;
}
