import { useId } from 'react';
import { Chip } from '#pwa/ui/display/chip.tsx';
import { describeDay, describeMoments } from '#pwa/ui/format/describe-moments.ts';
import { useNow } from '#pwa/ui/format/use-now.ts';
import { describeRevision } from '#schema/commands/history-sentences.ts';
import type { Revision } from '#schema/editor/history.ts';
import type { LessonFields } from '#schema/entities/lesson-entity.ts';
import styles from './lesson-history.module.css';
import type { VersionHistory } from './version-history.ts';
import { VersionView } from './version-view.tsx';

interface VersionEntryProps {
  revision: Revision;
  history: VersionHistory;
  isOpen: boolean;
  onToggle: () => void;
  onRestore: (fields: LessonFields) => void;
}

/** One version: author, change and time in a line that opens to show the version. */
export function VersionEntry({ revision, history, isOpen, onToggle, onRestore }: VersionEntryProps) {
  const viewId = useId();
  const now = useNow();
  const { kind, userName, madeAt, receivedAt } = revision;
  const facts = describeVersion(revision);
  return (
    <li className={styles.entry}>
      <button
        type="button"
        className={styles.line}
        aria-expanded={isOpen}
        aria-controls={isOpen ? viewId : undefined}
        onClick={onToggle}
      >
        <span className={styles.action}>
          <strong>{userName || 'Deleted user'}</strong> {describeRevision(revision)}
        </span>
        <span className={styles.facts}>
          <time dateTime={receivedAt}>
            {describeDay(receivedAt, new Date(now))}, {describeMoments(madeAt, receivedAt)}
          </time>
          {facts !== null && <span>{facts}</span>}
          {kind === 'aside' && <Chip tone="wait">Rejected</Chip>}
        </span>
      </button>
      {isOpen && (
        <div id={viewId} className={styles.view}>
          <VersionView revision={revision} history={history} onRestore={onRestore} />
        </div>
      )}
    </li>
  );
}

/** `version 4`, followed by its base version if there were others in between. */
function describeVersion({ version, baseVersion }: Revision): string | null {
  if (version === null) return null;
  const isNext = baseVersion === null || baseVersion === version - 1;
  return isNext ? `version ${version}` : `version ${version}, made on version ${baseVersion}`;
}
