import type { LessonPlace } from '#pwa/lesson/lesson-place.ts';
import type { OfflineCourse, OfflineLesson } from '#pwa/store/database/rows.ts';
import type { CourseTest } from '#pwa/sync/quizzes/course-tests.ts';
import type { LessonProgress } from '#schema/learning/progress.ts';
import type { CourseRefresh } from '../course/use-course-refresh.ts';

export interface LessonPageProps {
  userId: string;
  course: OfflineCourse;
  place: LessonPlace<OfflineLesson>;
  /** The lesson's text: undefined while it is read, null if it is not on this device. */
  html: string | null | undefined;
  progress: readonly LessonProgress[];
  /** Of the course. */
  tests: readonly CourseTest[];
  refresh: CourseRefresh;
}
