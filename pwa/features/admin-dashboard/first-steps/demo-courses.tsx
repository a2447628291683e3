import { useState } from 'react';
import { paths } from '#pwa/paths.ts';
import { useUserId } from '#pwa/session/use-user-id.ts';
import type { ListedCourse } from '#pwa/store/database/admin-rows.ts';
import { enqueueCoursesDelete } from '#pwa/sync/enqueue/delete-courses.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { ButtonLink } from '#pwa/ui/controls/button-link.tsx';
import { Notice } from '#pwa/ui/feedback/notice.tsx';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import { ConfirmDialog } from '#pwa/ui/overlays/confirm-dialog.tsx';
import { TRASH_DAYS } from '#schema/limits.ts';
import { countOf } from '#schema/messages/count.ts';
import { describeFailure } from '#schema/messages/user-facing-error.ts';
import styles from './first-steps.module.css';

/** Offers to move the demo courses to the trash; nothing if there are none that may go. */
export function DemoCourses({ courses }: { courses: readonly ListedCourse[] }) {
  const [isConfirming, setIsConfirming] = useState(false);
  const [removed, setRemoved] = useState(0);
  if (removed > 0 && courses.length === 0) return <Removed count={removed} />;
  if (courses.length === 0) return null;
  return (
    <Cluster isSpread className={styles.demo}>
      <p className={styles.quiet}>
        {countOf(courses.length, 'demo course')} {courses.length === 1 ? 'is' : 'are'} in the catalogue.
      </p>
      <Button size="sm" onClick={() => setIsConfirming(true)}>
        Remove demo courses
      </Button>
      {isConfirming && (
        <RemoveDialog
          courses={courses}
          onRemoved={() => setRemoved(courses.length)}
          onClose={() => setIsConfirming(false)}
        />
      )}
    </Cluster>
  );
}

function Removed({ count }: { count: number }) {
  return (
    <Notice
      tone="ok"
      actions={
        <ButtonLink to={paths.adminTrash} size="sm">
          Open trash
        </ButtonLink>
      }
    >
      {countOf(count, 'demo course')} {count === 1 ? 'moves' : 'move'} to the trash when this device has sent
      it. From there they can be restored for {TRASH_DAYS} days.
    </Notice>
  );
}

interface RemoveDialogProps {
  courses: readonly ListedCourse[];
  onRemoved: () => void;
  onClose: () => void;
}

function RemoveDialog({ courses, onRemoved, onClose }: RemoveDialogProps) {
  const userId = useUserId();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const remove = async () => {
    setIsBusy(true);
    try {
      await enqueueCoursesDelete(userId, courses);
      onRemoved();
      onClose();
    } catch (error) {
      setProblem(describeFailure(error));
      setIsBusy(false);
    }
  };
  return (
    <ConfirmDialog
      title="Remove the demo courses?"
      action="Move to the trash"
      isBusy={isBusy}
      problem={problem}
      onConfirm={() => void remove()}
      onCancel={onClose}
    >
      <ul>
        {courses.map(({ id, title }) => (
          <li key={id}>“{title}”</li>
        ))}
      </ul>
      <p>
        They leave the catalogue, and with them the printed demo codes and your changes to them. You can
        restore them from the trash for {TRASH_DAYS} days. No learner has unlocked any of them.
      </p>
    </ConfirmDialog>
  );
}
