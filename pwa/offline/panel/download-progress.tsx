import { cancelDownload, pauseDownload, resumeDownload } from '#pwa/downloads/plans/download-plans.ts';
import type { DownloadPhase, DownloadState } from '#pwa/downloads/plans/download-state.ts';
import { formatBytes } from '#pwa/lesson/format-bytes.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { ProgressBar } from '#pwa/ui/display/progress-bar.tsx';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import { countOf } from '#schema/messages/count.ts';
import { describePhase, percentHere } from '../download/download-text.ts';
import type { WatchedDownload } from '../download/use-download.ts';
import styles from './offline-panel.module.css';
import { RemoveButton } from './remove-button.tsx';

interface DownloadProgressProps {
  userId: string;
  courseId: string;
  download: WatchedDownload;
  /** How many files are selected and not here. */
  left: number;
  /** Why the last action failed, here or above, as a sentence. */
  failure: string | null;
  attempt: (work: Promise<void>) => void;
  onRemove: () => void;
}

/** The progress and its actions. The state is announced when it changes, its figures are not. */
export function DownloadProgress(props: DownloadProgressProps) {
  const { userId, courseId, download, left, failure, attempt, onRemove } = props;
  const { state } = download;
  const run = (work: (userId: string, courseId: string) => Promise<void>) => attempt(work(userId, courseId));
  return (
    <Stack as="section" gap={2} className={styles.progress} aria-label="Download">
      {isUnfinished(state.phase) && state.files > 0 && (
        <>
          <ProgressBar value={percentHere(state)} label="Download progress" />
          <p className={styles.muted}>{describeFigures(state)}</p>
        </>
      )}
      <p className={state.phase === 'stuck' ? styles.bad : undefined} role="status">
        {describePhase(state, left)}
      </p>
      {failure !== null && (
        <p className={styles.bad} role="alert">
          {failure}
        </p>
      )}
      <Cluster>
        {['requested', 'coming', 'offline', 'waiting'].includes(state.phase) && (
          <Button onClick={() => run(pauseDownload)}>Pause</Button>
        )}
        {state.phase === 'paused' && (
          <Button variant="primary" onClick={() => run(resumeDownload)}>
            Resume
          </Button>
        )}
        {state.phase === 'stuck' && <Button onClick={() => run(resumeDownload)}>Try again</Button>}
        {isUnfinished(state.phase) && <Button onClick={() => run(cancelDownload)}>Cancel download</Button>}
        {state.bytesHere > 0 && !isUnfinished(state.phase) && (
          <RemoveButton bytes={state.bytesHere} what="all files" onRemove={onRemove} />
        )}
      </Cluster>
    </Stack>
  );
}

function isUnfinished(phase: DownloadPhase): boolean {
  return phase !== 'none' && phase !== 'done';
}

function describeFigures({ files, filesHere, bytes, bytesHere }: DownloadState): string {
  return `${formatBytes(bytesHere)} of ${formatBytes(bytes)} · ${filesHere} of ${countOf(files, 'file')}`;
}
