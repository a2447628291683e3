import type { AdminCourseOutline } from '#pwa/store/database/admin-rows.ts';
import { Chip } from '#pwa/ui/display/chip.tsx';
import { describeMoments } from '#pwa/ui/format/describe-moments.ts';
import { describeRevision } from '#schema/commands/history-sentences.ts';
import type { Revision } from '#schema/editor/history.ts';
import styles from './admin-audit-page.module.css';
import { RestoreDeletedLesson } from './restore-deleted-lesson.tsx';
import { RestoreDeletedQuiz } from './restore-deleted-quiz.tsx';
import { RestoreDeletedResource } from './restore-deleted-resource.tsx';

interface AuditEntryProps {
  revision: Revision;
  /** Null if the course is unknown, or the entry belongs to none. */
  courseTitle: string | null;
  /** The course as stored on this device; null if it is not, or no longer. */
  course: AdminCourseOutline | null;
}

/** One entry: author, action, time and course. */
export function AuditEntry({ revision, courseTitle, course }: AuditEntryProps) {
  const { entity, kind, userName, madeAt, receivedAt } = revision;
  const isLostLesson = entity === 'lesson' && kind === 'delete';
  const isInside = entity !== 'course' && entity !== 'codes';
  return (
    <li className={styles.entry}>
      <p className={styles.action}>
        <strong>{userName || 'Deleted user'}</strong> {describeRevision(revision)}
      </p>
      <p className={styles.muted}>
        <time dateTime={receivedAt}>{describeMoments(madeAt, receivedAt)}</time>
        {isInside && courseTitle !== null && <span>in “{courseTitle}”</span>}
        {kind === 'aside' && <Chip tone="wait">Rejected</Chip>}
      </p>
      {isLostLesson && course !== null && course.modules.length > 0 && (
        <RestoreDeletedLesson deletion={revision} course={course} />
      )}
      {entity === 'resource' && kind === 'delete' && course !== null && (
        <RestoreDeletedResource deletion={revision} course={course} />
      )}
      {entity === 'quiz' && kind === 'delete' && course !== null && (
        <RestoreDeletedQuiz deletion={revision} course={course} />
      )}
    </li>
  );
}
