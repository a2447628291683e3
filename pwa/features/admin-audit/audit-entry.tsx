import { Chip } from '#pwa/ui/display/chip.tsx';
import { describeMoments } from '#pwa/ui/format/describe-moments.ts';
import { describeRevision } from '#schema/commands/history-sentences.ts';
import type { Revision } from '#schema/editor/history.ts';
import styles from './admin-audit-page.module.css';
import { RestoreDeleted } from './restore-deleted.tsx';

interface AuditEntryProps {
  revision: Revision;
  /** Null if the course is unknown, or the entry belongs to none. */
  courseTitle: string | null;
}

/** One entry: author, action, time and course. */
export function AuditEntry({ revision, courseTitle }: AuditEntryProps) {
  const { entity, kind, userName, madeAt, receivedAt } = revision;
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
      {kind === 'delete' && <RestoreDeleted deletion={revision} />}
    </li>
  );
}
