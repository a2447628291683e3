import { useRef } from 'react';
import { useSession } from '#pwa/session/use-session.ts';
import { Skeleton } from '#pwa/ui/display/skeleton.tsx';
import { useParameter } from '#pwa/ui/use-parameter.ts';
import { CourseMissing } from '../course-missing.tsx';
import { useCourseName } from '../use-course-name.ts';
import { useLinkedCode } from '../use-linked-code.ts';
import { CardFrame } from './card-frame.tsx';
import { CardMember } from './card-member.tsx';
import { CardVisitor } from './card-visitor.tsx';

/**
 * The page that the QR code of a printed code opens: the course, and one form that leads into its first lesson
 * (docs/why/codes.md).
 */
export function CardPage() {
  const courseId = useParameter('courseId');
  return <CardOfCourse key={courseId} courseId={courseId} />;
}

function CardOfCourse({ courseId }: { courseId: string }) {
  const session = useSession();
  const course = useCourseName(courseId);
  const linkedCodes = useLinkedCode();
  // Set while a visitor signs in: then the code is sent without a second press.
  const isSubmitted = useRef(false);
  if (session.state === 'signedIn' || session.state === 'expired')
    return (
      <CardMember
        key={`${session.user.id} ${linkedCodes}`}
        user={session.user}
        course={course}
        courseId={courseId}
        takeSubmitted={() => {
          const wasSubmitted = isSubmitted.current;
          isSubmitted.current = false;
          return wasSubmitted;
        }}
      />
    );
  if (course.isMissing) return <CourseMissing reason={null} />;
  return (
    <CardFrame courseId={courseId} course={course}>
      {session.state === 'loading' ? (
        <Skeleton height="20rem" />
      ) : (
        <CardVisitor
          key={linkedCodes}
          courseId={courseId}
          onSubmit={(isUnderWay) => {
            isSubmitted.current = isUnderWay;
          }}
        />
      )}
    </CardFrame>
  );
}
