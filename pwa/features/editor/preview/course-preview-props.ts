import type { ReactNode } from 'react';
import type { Lesson } from '#schema/lesson.ts';

export type PreviewedLesson = Pick<
  Lesson,
  'id' | 'title' | 'description' | 'duration' | 'videoUrl' | 'resources'
>;

/** A course as it would be if everything unsaved and unsent had arrived. */
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
  /** Draws the text of a lesson (LessonText), from wherever its newest words lie. */
  renderText: (lessonId: string) => ReactNode;
  /** Draws a film that waits on this device; null for a lesson whose address tells all. */
  renderVideo?: ((lessonId: string) => ReactNode) | undefined;
  onClose: () => void;
}
