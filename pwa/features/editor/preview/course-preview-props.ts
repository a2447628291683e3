import type { ReactNode } from 'react';
import type { ShownCourse } from '#pwa/course-page/course-detail.tsx';
import type { Lesson } from '#schema/courses/lesson.ts';
import type { ModuleOutline } from '#schema/courses/module.ts';
import type { LessonRowFields } from '#schema/entities/lesson-entity.ts';

/** Its text is rendered separately. */
export type PreviewedLesson = Pick<Lesson, 'id' | 'resources' | Exclude<keyof LessonRowFields, 'moduleId'>>;

/** A course with all unsaved and unsent changes applied. */
export interface PreviewedCourse extends Omit<ShownCourse, 'modules'> {
  readonly modules: (Omit<ModuleOutline, 'lessons'> & { lessons: PreviewedLesson[] })[];
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
