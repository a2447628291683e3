import { Navigate, useParams } from 'react-router-dom';
import type { User } from '#schema/user.ts';
import { paths } from '../../paths.ts';
import { useSession } from '../../session/use-session.ts';
import { CourseDesk } from './course-desk.tsx';

/** The learner view (section 2). Open to those who activated the course, with or without a network. */
export function LearnPage() {
  const session = useSession();
  const { courseId = '' } = useParams();
  if (session.state !== 'signedIn' && session.state !== 'expired') return null;
  return <ActivatedOnly user={session.user} courseId={courseId} />;
}

function ActivatedOnly({ user, courseId }: { user: User; courseId: string }) {
  if (!user.activatedCourses.includes(courseId)) return <Navigate to={paths.activate(courseId)} replace />;
  return <CourseDesk key={`${user.id} ${courseId}`} userId={user.id} courseId={courseId} />;
}
