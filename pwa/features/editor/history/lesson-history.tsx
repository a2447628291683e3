import { useState } from 'react';
import { Button } from '#pwa/ui/controls/button.tsx';
import { Skeleton } from '#pwa/ui/display/skeleton.tsx';
import { Freshness } from '#pwa/ui/feedback/freshness.tsx';
import { Notice } from '#pwa/ui/feedback/notice.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import { Dialog } from '#pwa/ui/overlays/dialog.tsx';
import type { RevisionFields } from '#schema/editor/history.ts';
import type { LessonFields } from '#schema/entities/lesson-entity.ts';
import styles from './lesson-history.module.css';
import { useLessonHistory } from './use-lesson-history.ts';
import { VersionEntry } from './version-entry.tsx';

export interface LessonHistoryProps {
  courseId: string;
  lessonId: string;
  title: string;
  /** The lesson as the editor shows it, with unsaved changes. */
  shown: RevisionFields;
  /** Copies fields of an earlier version into the draft. */
  onRestore: (fields: LessonFields) => void;
  onClose: () => void;
}

/** The history of a lesson: every version, its changes, and a button to restore it. */
export function LessonHistory({ courseId, lessonId, title, shown, onRestore, onClose }: LessonHistoryProps) {
  const history = useLessonHistory(courseId, lessonId);
  const { revisions, known, fetchedAt, problem, isOnline } = history;
  const [openId, setOpenId] = useState<string | null>(null);
  return (
    <Dialog isOpen isWide title={`History of “${title}”`} onClose={onClose}>
      {fetchedAt === null && !isOnline ? (
        <Notice tone="wait" title="The history needs a connection">
          The history of this lesson was not loaded on this device yet. Connect once to use it offline.
        </Notice>
      ) : (
        <Freshness
          fetchedAt={fetchedAt}
          problem={problem}
          failedTitle="The history could not be loaded"
          isPart
          isBusy={history.isBusy}
          isOnline={isOnline}
          onRefresh={history.refresh}
        />
      )}
      {fetchedAt === null && problem === null && isOnline && <Skeleton height="12rem" />}
      {fetchedAt !== null && revisions.length === 0 && (
        <p className={styles.muted}>No changes recorded for this lesson.</p>
      )}
      <Stack as="ol">
        {revisions.map((revision) => (
          <VersionEntry
            key={revision.id}
            revision={revision}
            history={{ revisions, known, shown, texts: { ...history.texts, isOnline } }}
            isOpen={openId === revision.id}
            onToggle={() => setOpenId(openId === revision.id ? null : revision.id)}
            onRestore={onRestore}
          />
        ))}
      </Stack>
      <Older history={history} />
    </Dialog>
  );
}

function Older({ history }: { history: ReturnType<typeof useLessonHistory> }) {
  const { hasOlder, isOnline, isFetching, olderProblem, fetchOlder } = history;
  if (!hasOlder) return null;
  if (!isOnline) return <p className={styles.muted}>Older versions need a connection.</p>;
  return (
    <div>
      {olderProblem !== null && (
        <Notice tone="bad" title="Older versions could not be loaded">
          {olderProblem}
        </Notice>
      )}
      <Button isBusy={isFetching} onClick={fetchOlder}>
        Show older versions
      </Button>
    </div>
  );
}
