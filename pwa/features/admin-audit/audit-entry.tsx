import type { Revision } from '#schema/history.ts';
import { describeRevision } from '#schema/history-sentences.ts';
import type { AdminCourseOutline } from '../../store/admin-rows.ts';
import { Chip } from '../../ui/chip.tsx';
import { describeMoments } from '../../ui/describe-moments.ts';
import styles from './admin-audit-page.module.css';
import { BringBack } from './bring-back.tsx';

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
      <p className={styles.deed}>
        <strong>{userName || 'Somebody who is gone'}</strong> {describeRevision(revision)}
      </p>
      <p className={styles.muted}>
        <time dateTime={receivedAt}>{describeMoments(madeAt, receivedAt)}</time>
        {isInside && courseTitle !== null && <span>in “{courseTitle}”</span>}
        {kind === 'aside' && <Chip tone="wait">Set aside</Chip>}
      </p>
      {isLostLesson && course !== null && course.modules.length > 0 && (
        <BringBack deletion={revision} course={course} />
      )}
    </li>
  );
}
