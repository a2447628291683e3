import type { LessonProgress } from '#schema/progress.ts';
import type { LessonPlace } from '../../lesson/lesson-place.ts';
import type { KeptCourse, KeptLesson } from '../../store/rows.ts';
import type { CourseRefresh } from './use-course-refresh.ts';

export interface LessonPageProps {
  userId: string;
  course: KeptCourse;
  place: LessonPlace<KeptLesson>;
  /** The lesson's text: undefined while it is read, null if it is not on this device. */
  html: string | null | undefined;
  progress: readonly LessonProgress[];
  refresh: CourseRefresh;
}
