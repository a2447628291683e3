import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { LessonProgress } from '#schema/progress.ts';
import { chooseLesson, findLessonPlace } from '../../lesson/lesson-place.ts';
import { type FirstDesk, findFirstDesk } from '../../session/first-desk.ts';
import { usePrivateQuery } from '../../session/use-private-query.ts';
import { findKeptCourse } from '../../store/kept-courses.ts';
import { listProgress } from '../../store/progress.ts';
import type { KeptCourse } from '../../store/rows.ts';
import { ContentProblem } from './content-problem.tsx';
import { DeskSkeleton } from './desk-skeleton.tsx';
import { LessonDesk } from './lesson-desk.tsx';
import { NoLessons } from './no-lessons.tsx';
import { useCourseRefresh } from './use-course-refresh.ts';
import { useLessonContent } from './use-lesson-content.ts';

interface CourseDeskProps {
  userId: string;
  courseId: string;
}

/**
 * The learner view of one course: reads outline, progress and text from the device in parallel, then
 * refreshes.
 */
export function CourseDesk({ userId, courseId }: CourseDeskProps) {
  const [params] = useSearchParams();
  const requestedId = params.get('lesson');
  const [first] = useState(() => findFirstDesk(userId, courseId));
  const course = usePrivateQuery((store) => findKeptCourse(store, courseId), [courseId], first?.course);
  const progress = usePrivateQuery(listProgress, [], first?.progress);
  const isRead = course !== undefined && progress !== undefined;
  const place = isRead ? findPlace(course, progress ?? [], requestedId) : null;
  // The lesson id is in the URL, so its text is read before the outline is available.
  const lessonId = place?.lesson.id ?? (isRead ? null : requestedId);
  const html = useLessonContent(lessonId, place?.next?.id ?? null, contentOf(first));
  const hasShown = isRead && (course === null || html !== undefined);
  const refresh = useCourseRefresh(courseId, hasShown ? course : undefined);
  usePinnedLesson(place?.lesson.id ?? null);

  if (!isRead) return <DeskSkeleton />;
  if (course === null)
    return refresh.problem === null ? (
      <DeskSkeleton isFetching />
    ) : (
      <ContentProblem problem={refresh.problem} />
    );
  if (place === null) return <NoLessons title={course.title} refresh={refresh} />;
  return (
    <LessonDesk
      userId={userId}
      course={course}
      place={place}
      html={html}
      progress={progress ?? []}
      refresh={refresh}
    />
  );
}

function contentOf(first: FirstDesk | null) {
  if (first === null || first.lessonId === null) return undefined;
  return { lessonId: first.lessonId, html: first.html };
}

function findPlace(
  course: KeptCourse | null,
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
