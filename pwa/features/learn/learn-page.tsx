import { Navigate, useLocation, useParams } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { useIsMemoryChecked } from '../../session/use-is-memory-checked.ts';
import { useSession } from '../../session/use-session.ts';
import { CourseDesk } from './course-desk.tsx';
import { DeskSkeleton } from './desk-skeleton.tsx';

/** The learner view (section 2). Open to those who activated the course, with or without a network. */
export function LearnPage() {
  const session = useSession();
  const { courseId = '' } = useParams();
  if (session.state !== 'signedIn' && session.state !== 'expired') return null;
  const { id, activatedCourses } = session.user;
  if (!activatedCourses.includes(courseId)) return <Locked courseId={courseId} />;
  return <CourseDesk key={`${id} ${courseId}`} userId={id} courseId={courseId} />;
}

/** To where a code unlocks it; and from there back to the lesson, should it turn out to be theirs already. */
function Locked({ courseId }: { courseId: string }) {
  const { pathname, search } = useLocation();
  if (!useIsMemoryChecked()) return <DeskSkeleton />;
  return <Navigate to={paths.activate(courseId)} state={{ lesson: pathname + search }} replace />;
}
