import { useUserId } from '#pwa/session/use-user-id.ts';
import type { RemovedCourse } from '#pwa/store/offline/removed-courses.ts';
import { dismissRemoved } from '#pwa/sync/dismiss.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { Notice } from '#pwa/ui/feedback/notice.tsx';

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
      title={isOffered ? `Your access to “${title}” has ended` : `“${title}” was deleted`}
      actions={
        <Button size="sm" onClick={() => void dismissRemoved(userId, courseId)}>
          Dismiss
        </Button>
      }
    >
      {isOffered
        ? 'An admin removed your access, so the download was removed from this device. '
        : 'The course was deleted on the server, so the download was removed from this device. '}
      Your other downloads are unchanged. If you did not expect this, contact support.
    </Notice>
  );
}
