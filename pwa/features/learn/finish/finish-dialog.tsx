import { courseExtent } from '#pwa/course-ui/course-extent.ts';
import { paths } from '#pwa/paths.ts';
import { usePrivateQuery } from '#pwa/session/queries/use-private-query.ts';
import { listUnsent } from '#pwa/store/account/outbox.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import type { OfflineCourse } from '#pwa/store/database/rows.ts';
import { ButtonLink } from '#pwa/ui/controls/button-link.tsx';
import { LampIcon } from '#pwa/ui/display/icons.tsx';
import { describeDate } from '#pwa/ui/format/describe-moments.ts';
import { Dialog } from '#pwa/ui/overlays/dialog.tsx';
import { flattenLessons } from '#schema/courses/course.ts';
import type { LessonProgress } from '#schema/learning/progress.ts';
import styles from './finish-dialog.module.css';
import { useFollowing } from './use-following.ts';

interface FinishDialogProps {
  course: OfflineCourse;
  finishedAt: string;
  progress: readonly LessonProgress[];
  onClose: () => void;
}

/** Shown once when the last lesson of a course is completed: what was done, whether it is sent, what could be next. */
export function FinishDialog({ course, finishedAt, progress, onClose }: FinishDialogProps) {
  const lessons = flattenLessons(course);
  const [first] = lessons;
  const isUnsent = useIsUnsent(lessons.map(({ id }) => id));
  const following = useFollowing(course.id, progress);
  const actions = (
    <>
      {first !== undefined && (
        <ButtonLink to={paths.learn(course.id, first.id)} onClick={onClose}>
          Read again
        </ButtonLink>
      )}
      <ButtonLink to={paths.dashboard} variant={following ? 'line' : 'primary'}>
        Go to dashboard
      </ButtonLink>
      {following && (
        <ButtonLink to={following.to} variant="primary">
          {following.action}
        </ButtonLink>
      )}
    </>
  );
  return (
    <Dialog
      isOpen
      title={
        <>
          You have finished <bdi>{course.title}</bdi>
        </>
      }
      onClose={onClose}
      actions={actions}
    >
      <div className={styles.lamp}>
        <LampIcon size={5} />
      </div>
      <p>
        {describeDate(finishedAt)} · {courseExtent(course)}
      </p>
      {isUnsent === true && (
        <p className={styles.muted}>
          Your progress is saved on this device with this date. It will be sent when you are connected.
        </p>
      )}
      {following && (
        <p>
          {following.lead} <bdi className={styles.title}>{following.title}</bdi>
        </p>
      )}
    </Dialog>
  );
}

/** Whether progress in these lessons waits in the outbox; undefined while it is read. */
function useIsUnsent(lessonIds: readonly string[]): boolean | null | undefined {
  return usePrivateQuery((store) => hasUnsentProgress(store, new Set(lessonIds)), [lessonIds.join(' ')]);
}

async function hasUnsentProgress(store: PrivateStore, lessonIds: ReadonlySet<string>): Promise<boolean> {
  const unsent = await listUnsent(store);
  return unsent.some(
    ({ command }) =>
      command.kind === 'progress.save' && command.args.entries.some((entry) => lessonIds.has(entry.lessonId)),
  );
}
