import { CourseDetail } from '#pwa/course-page/course-detail.tsx';
import { paths } from '#pwa/paths.ts';
import { useSession } from '#pwa/session/use-session.ts';
import { ButtonLink } from '#pwa/ui/controls/button-link.tsx';
import { LoadFailure } from '#pwa/ui/feedback/load-failure.tsx';
import { Page } from '#pwa/ui/layout/page.tsx';
import { PageTitle } from '#pwa/ui/layout/page-title.tsx';
import { useParameter } from '#pwa/ui/use-parameter.ts';
import { messages } from '#schema/messages/messages.ts';
import { CourseSkeleton } from './course-skeleton.tsx';
import { useCourse } from './use-course.ts';

/** The public page of a course: description, contents, and a link to unlock it. */
export function CoursePage() {
  const courseId = useParameter('courseId');
  return <CourseById key={courseId} courseId={courseId} />;
}

function CourseById({ courseId }: { courseId: string }) {
  const { state, course, problem, refresh } = useCourse(courseId);
  const session = useSession();
  const isKnown = session.state === 'signedIn' || session.state === 'expired';
  const isMine = isKnown && session.user.activatedCourses.includes(courseId);
  if (state === 'notFound') return <CourseNotFound />;
  if (state === 'failed') return <CourseFailed problem={problem} />;
  if (course === null) return <CourseSkeleton />;
  return <CourseDetail course={course} isMine={isMine} problem={problem} onRetry={refresh} />;
}

function CourseNotFound() {
  return (
    <Page width="text" gap={4} align="start">
      <PageTitle>{messages.courseNotFoundTitle}</PageTitle>
      <p>This course does not exist or is no longer published.</p>
      <ButtonLink variant="primary" to={paths.courses}>
        See all courses
      </ButtonLink>
    </Page>
  );
}

function CourseFailed({ problem }: { problem: string | null }) {
  return (
    <Page width="text" gap={4} align="start">
      <PageTitle isHidden>Course</PageTitle>
      <LoadFailure
        sentence={messages.courseFailed}
        problem={problem}
        actions={<ButtonLink to={paths.courses}>See all courses</ButtonLink>}
      >
        <p>This course was not loaded on this device yet. Connect to load it.</p>
      </LoadFailure>
    </Page>
  );
}
