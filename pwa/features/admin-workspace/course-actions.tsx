import { useState } from 'react';
import { useUserId } from '#pwa/session/use-user-id.ts';
import type { ListedCourse } from '#pwa/store/database/admin-rows.ts';
import {
  enqueueCourseDelete,
  enqueueCourseFinish,
  enqueueCourseStatus,
} from '#pwa/sync/enqueue/admin-commands.ts';
import { refreshAdminCourses } from '#pwa/sync/pull/admin-refresh.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { ButtonLink } from '#pwa/ui/controls/button-link.tsx';
import { Notice } from '#pwa/ui/feedback/notice.tsx';
import { adminMessages } from '#schema/messages/admin-messages.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { MoreActions, NewFromTemplate } from './more-actions.tsx';
import { useAction } from './use-action.ts';
import styles from './workspace-card.module.css';
import { actionsFor } from './workspace-model.ts';

interface CourseActionsBarProps {
  course: ListedCourse;
  editor: string | null;
}

/** The actions for a course. Each is stored on the device at once and sent from there. */
export function CourseActionsBar({ course, editor }: CourseActionsBarProps) {
  const userId = useUserId();
  const { canPublish, canUnpublish, canFinish, canDelete } = actionsFor(course);
  const [isDeleting, setIsDeleting] = useState(false);
  const { run, problem, isBusy } = useAction();
  const name = <span className="visually-hidden"> {course.title}</span>;
  const setStatus = (status: 'published' | 'unpublished') =>
    run(adminMessages.courseStatusFailed, () => enqueueCourseStatus(userId, course, status));
  return (
    <>
      {problem !== null && (
        <Notice tone="bad" title={problem.title}>
          {problem.reason}
        </Notice>
      )}
      <div className={styles.actions}>
        {course.isTemplate === 1 && <NewFromTemplate course={course} run={run} isBusy={isBusy} />}
        {canPublish && (
          <Button variant="primary" size="sm" isBusy={isBusy} onClick={() => setStatus('published')}>
            Publish{name}
          </Button>
        )}
        {canUnpublish && (
          <Button size="sm" isBusy={isBusy} onClick={() => setStatus('unpublished')}>
            Unpublish{name}
          </Button>
        )}
        {canFinish && (
          <Button size="sm" isBusy={isBusy} onClick={() => run(null, () => finish(userId, course))}>
            Mark as Finished{name}
          </Button>
        )}
        {editor !== null && (
          <ButtonLink size="sm" to={editor}>
            Edit{name}
          </ButtonLink>
        )}
        {canDelete && (
          <Button variant="danger" size="sm" className={styles.last} onClick={() => setIsDeleting(true)}>
            Delete{name}
          </Button>
        )}
        <MoreActions course={course} run={run} isBusy={isBusy} />
      </div>
      <DeleteDialog
        course={course}
        isOpen={isDeleting}
        onClose={() => setIsDeleting(false)}
        onDelete={() => run(adminMessages.courseDeleteFailed, () => enqueueCourseDelete(userId, course))}
      />
    </>
  );
}

/** Refreshes the list first, because lessons may have been added on another device. */
async function finish(userId: string, course: ListedCourse): Promise<void> {
  await refreshAdminCourses().catch(() => undefined);
  await enqueueCourseFinish(userId, course);
}
