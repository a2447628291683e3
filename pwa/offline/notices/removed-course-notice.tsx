import { useUserId } from '../../session/use-user-id.ts';
import type { RemovedCourse } from '../../store/offline/removed-courses.ts';
import { dismissRemoved } from '../../sync/dismiss.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';

interface RemovedCourseNoticeProps {
  course: RemovedCourse;
  /** The course is still public: only this user's access ended. */
  isOffered: boolean;
}

/**
 * A course was removed while the app was closed: says that its offline copy was deleted, why, and what to do
 * about it.
 */
export function RemovedCourseNotice({ course: { courseId, title }, isOffered }: RemovedCourseNoticeProps) {
  const userId = useUserId();
  return (
    <Notice
      title={isOffered ? `“${title}” is not yours any more` : `“${title}” is no longer offered`}
      actions={
        <Button size="sm" onClick={() => void dismissRemoved(userId, courseId)}>
          Understood
        </Button>
      }
    >
      {isOffered
        ? 'Your access to it was taken back on the server, so the copy on this device was removed. '
        : 'The course was removed on the server, so the copy on this device was removed too. '}
      Everything else you have kept is still here. If this is a surprise, please write to support.
    </Notice>
  );
}
