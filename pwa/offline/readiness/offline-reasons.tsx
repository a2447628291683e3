import type { Gap, OfflineReadiness } from '#pwa/downloads/readiness/offline-readiness.ts';
import { paths } from '#pwa/paths.ts';
import { Link } from '#pwa/ui/controls/link.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import styles from './lesson-gap-list.module.css';
import { LessonGapList } from './lesson-gap-list.tsx';
import { RepairButton } from './repair-button.tsx';

interface OfflineReasonsProps {
  courseId: string;
  readiness: OfflineReadiness;
  /** Called when a lesson is opened. */
  onOpen?: () => void;
}

/** Which lessons of a course do not work offline, why, and what the user can do about each reason. */
export function OfflineReasons({ courseId, readiness, onOpen }: OfflineReasonsProps) {
  const { app, away, remote } = readiness;
  const isFull = away.some(({ gaps }) => gaps.some((gap) => problemOf(gap) === 'full'));
  const isAway = (lessonId: string) => away.some((lesson) => lesson.lessonId === lessonId);
  const partly = remote.filter(({ lessonId }) => !isAway(lessonId));
  return (
    <Stack gap={2}>
      {/* Why the app cannot be stored at all is said by `AppNotice`. */}
      {app.state === 'coming' && (
        <p className={styles.reason}>
          The app is not saved on this device yet. Keep this page open for a moment.
        </p>
      )}
      <LessonGapList courseId={courseId} lessons={away} onOpen={onOpen} />
      <RepairButton courseId={courseId} readiness={readiness} />
      {isFull && <Link to={paths.storage}>Manage storage</Link>}
      {partly.length > 0 && (
        <>
          <p className={styles.reason}>These lessons work offline, except for what only other sites have:</p>
          <LessonGapList courseId={courseId} lessons={partly} onOpen={onOpen} />
        </>
      )}
    </Stack>
  );
}

const problemOf = (gap: Gap) => ('problem' in gap ? gap.problem : undefined);
