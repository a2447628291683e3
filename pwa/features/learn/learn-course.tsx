import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { chooseLesson, findLessonPlace } from '#pwa/lesson/lesson-place.ts';
import { findPreloadedCourse, type PreloadedCourse } from '#pwa/session/queries/preloaded-course.ts';
import { usePrivateQuery } from '#pwa/session/queries/use-private-query.ts';
import { listProgress } from '#pwa/store/account/progress.ts';
import type { OfflineCourse } from '#pwa/store/database/rows.ts';
import { findOfflineCourse } from '#pwa/store/offline/offline-courses.ts';
import { readCourseTests } from '#pwa/sync/quizzes/course-tests.ts';
import type { LessonProgress } from '#schema/learning/progress.ts';
import { ContentProblem } from './course/content-problem.tsx';
import { NoLessons } from './course/no-lessons.tsx';
import { useCourseRefresh } from './course/use-course-refresh.ts';
import { LessonPage } from './lesson/lesson-page.tsx';
import { LessonPageSkeleton } from './lesson/lesson-page-skeleton.tsx';
import { useLessonContent } from './lesson/use-lesson-content.ts';

interface LearnCourseProps {
  userId: string;
  courseId: string;
}

/**
 * The learner view of one course: reads outline, progress and text from the device in parallel, then
 * refreshes.
 */
export function LearnCourse({ userId, courseId }: LearnCourseProps) {
  const [params] = useSearchParams();
  const requestedId = params.get('lesson');
  const [first] = useState(() => findPreloadedCourse(userId, courseId));
  const course = usePrivateQuery((store) => findOfflineCourse(store, courseId), [courseId], first?.course);
  const progress = usePrivateQuery(listProgress, [], first?.progress);
  const tests = usePrivateQuery((store) => readCourseTests(store, courseId), [courseId], first?.tests);
  const isRead = course !== undefined && progress !== undefined && tests !== undefined;
  const place = isRead ? findPlace(course, progress ?? [], requestedId) : null;
  // The lesson id is in the URL, so its text is read before the outline is available.
  const lessonId = place?.lesson.id ?? (isRead ? null : requestedId);
  const beside = { nextId: place?.next?.id ?? null, previousId: place?.previous?.id ?? null };
  const html = useLessonContent({ lessonId, ...beside }, contentOf(first));
  const hasShown = isRead && (course === null || html !== undefined);
  const refresh = useCourseRefresh(courseId, hasShown ? course : undefined);
  usePinnedLesson(place?.lesson.id ?? null);

  if (!isRead) return <LessonPageSkeleton />;
  if (course === null)
    return refresh.problem === null ? (
      <LessonPageSkeleton isFetching />
    ) : (
      <ContentProblem problem={refresh.problem} />
    );
  if (place === null) return <NoLessons title={course.title} refresh={refresh} />;
  return (
    <LessonPage
      userId={userId}
      course={course}
      place={place}
      html={html}
      progress={progress ?? []}
      tests={tests ?? []}
      refresh={refresh}
    />
  );
}

function contentOf(first: PreloadedCourse | null) {
  if (first === null || first.lessonId === null) return undefined;
  return { lessonId: first.lessonId, html: first.html };
}

function findPlace(
  course: OfflineCourse | null,
  progress: readonly LessonProgress[],
  requestedId: string | null,
) {
  if (course === null) return null;
  return findLessonPlace(course, chooseLesson(course, progress, requestedId));
}

/**
 * Writes the chosen lesson into the URL, so that later progress does not switch the page to another lesson.
 */
function usePinnedLesson(lessonId: string | null): void {
  const [params, setParams] = useSearchParams();
  const isPinned = lessonId === null || params.get('lesson') === lessonId;
  useEffect(() => {
    if (!isPinned && lessonId !== null) setParams({ lesson: lessonId }, { replace: true });
  }, [isPinned, lessonId, setParams]);
}
