import { courseExtent } from '#pwa/course-ui/course-extent.ts';
import { paths } from '#pwa/paths.ts';
import { usePrivateQuery } from '#pwa/session/queries/use-private-query.ts';
import { useIsOnline } from '#pwa/session/use-is-online.ts';
import { useSyncStatus } from '#pwa/session/use-sync-status.ts';
import { listUnsent } from '#pwa/store/account/outbox.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import type { OfflineCourse } from '#pwa/store/database/rows.ts';
import { ButtonLink } from '#pwa/ui/controls/button-link.tsx';
import { TextLink } from '#pwa/ui/controls/text-link.tsx';
import { LampIcon } from '#pwa/ui/display/icons.tsx';
import { describeDate } from '#pwa/ui/format/describe-moments.ts';
import { Dialog } from '#pwa/ui/overlays/dialog.tsx';
import { flattenLessons } from '#schema/courses/course.ts';
import type { LessonProgress } from '#schema/learning/progress.ts';
import styles from './finish-dialog.module.css';
import { type Following, useFollowing } from './use-following.ts';

interface FinishDialogProps {
  course: OfflineCourse;
  finishedAt: string;
  progress: readonly LessonProgress[];
  onClose: () => void;
}

/** Shown when the last lesson of a course is completed: what was done, whether it is sent, what could be next. */
export function FinishDialog({ course, finishedAt, progress, onClose }: FinishDialogProps) {
  const lessons = flattenLessons(course);
  const [first] = lessons;
  const following = useFollowing(course.id, progress);
  const isNextMine = following !== null && following.kind !== 'recommended';
  const actions = (
    <>
      {first !== undefined && (
        <ButtonLink to={paths.learn(course.id, first.id)} onClick={onClose}>
          Read again
        </ButtonLink>
      )}
      <ButtonLink to={paths.dashboard} variant={isNextMine ? 'line' : 'primary'}>
        Go to dashboard
      </ButtonLink>
      {isNextMine && (
        <ButtonLink to={paths.learn(following.courseId)} variant="primary">
          {following.kind === 'begun' ? 'Continue Learning' : 'Start Learning'}
          <span className="visually-hidden">: {following.title}</span>
        </ButtonLink>
      )}
    </>
  );
  const title = (
    <>
      You have finished <bdi>{course.title}</bdi>
    </>
  );
  return (
    <Dialog isOpen title={title} onClose={onClose} actions={actions}>
      <div className={styles.lamp}>
        <LampIcon size={5} />
      </div>
      <p>
        {describeDate(finishedAt)} · {courseExtent(course)}
      </p>
      <Unsent lessonIds={lessons.map(({ id }) => id)} />
      {following !== null && <FollowingCourse following={following} />}
    </Dialog>
  );
}

const leads = {
  begun: 'You have also begun',
  unlocked: 'Also unlocked:',
  recommended: 'Recommended for you:',
};

function FollowingCourse({ following: { kind, courseId, title } }: { following: Following }) {
  return (
    <p>
      {leads[kind]}{' '}
      {kind === 'recommended' ? (
        <TextLink to={paths.course(courseId)}>{title}</TextLink>
      ) : (
        <strong dir="auto">{title}</strong>
      )}
    </p>
  );
}

/** Says that progress in these lessons waits on this device, while it does. */
function Unsent({ lessonIds }: { lessonIds: readonly string[] }) {
  const isPaused = useSyncStatus().kind === 'paused';
  const isOnline = useIsOnline();
  const isUnsent = usePrivateQuery((store) => hasUnsentProgress(store, lessonIds), [lessonIds.join(' ')]);
  if (isUnsent !== true || (isOnline && !isPaused)) return null;
  return (
    <p className={styles.muted}>
      Your progress is saved on this device, with this date. It will be sent{' '}
      {isPaused ? 'after you sign in again.' : 'when you are connected.'}
    </p>
  );
}

async function hasUnsentProgress(store: PrivateStore, lessonIds: readonly string[]): Promise<boolean> {
  const unsent = await listUnsent(store);
  return unsent.some(
    ({ command }) =>
      command.kind === 'progress.save' &&
      command.args.entries.some((entry) => lessonIds.includes(entry.lessonId)),
  );
}
