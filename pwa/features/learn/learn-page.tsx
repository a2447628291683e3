import { Navigate, useLocation } from 'react-router-dom';
import { paths } from '#pwa/paths.ts';
import { useIsMemoryChecked } from '#pwa/session/use-is-memory-checked.ts';
import { useSession } from '#pwa/session/use-session.ts';
import { useParameter } from '#pwa/ui/use-parameter.ts';
import { LearnCourse } from './learn-course.tsx';
import { LessonPageSkeleton } from './lesson/lesson-page-skeleton.tsx';

/** The learner view (spec map, section 2), for users who activated the course, online or offline. */
export function LearnPage() {
  const session = useSession();
  const courseId = useParameter('courseId');
  if (session.state !== 'signedIn' && session.state !== 'expired') return null;
  const { id, activatedCourses } = session.user;
  if (!activatedCourses.includes(courseId)) return <Locked courseId={courseId} />;
  return <LearnCourse key={`${id} ${courseId}`} userId={id} courseId={courseId} />;
}

/** Redirects to the code field, which redirects back to the lesson if the course turns out to be unlocked. */
function Locked({ courseId }: { courseId: string }) {
  const { pathname, search } = useLocation();
  if (!useIsMemoryChecked()) return <LessonPageSkeleton />;
  return <Navigate to={paths.activate(courseId)} state={{ lesson: pathname + search }} replace />;
}
