import { RemovedCourseNotice } from '#pwa/offline/notices/removed-course-notice.tsx';
import { usePrivateQuery } from '#pwa/session/queries/use-private-query.ts';
import { listRemovedCourses } from '#pwa/store/offline/removed-courses.ts';
import { Stack } from '#pwa/ui/layout/stack.tsx';

interface RemovedCoursesProps {
  activatedIds: readonly string[];
  /** Publicly listed courses. */
  offeredIds: ReadonlySet<string>;
}

/** Says that access to courses was removed and their offline copies were deleted. */
export function RemovedCourses({ activatedIds, offeredIds }: RemovedCoursesProps) {
  const removed = usePrivateQuery(listRemovedCourses, []) ?? [];
  const missed = removed.filter(({ courseId }) => !activatedIds.includes(courseId));
  if (missed.length === 0) return null;
  return (
    <Stack as="section" gap={3} aria-label="Courses that were removed">
      {missed.map((course) => (
        <RemovedCourseNotice
          key={course.courseId}
          course={course}
          isOffered={offeredIds.has(course.courseId)}
        />
      ))}
    </Stack>
  );
}
