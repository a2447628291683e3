import type { OfflineReadiness } from '#pwa/downloads/readiness/offline-readiness.ts';
import { useIsOnline } from '#pwa/session/use-is-online.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { DownloadIcon } from '#pwa/ui/display/study-icons.tsx';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import { useDownload } from '../download/use-download.ts';
import styles from './lesson-gap-list.module.css';
import { fixLabel } from './readiness-text.ts';
import { useRepair } from './use-repair.ts';

/**
 * One button that downloads the missing parts; renders nothing if no connection helps, or they are being
 * downloaded.
 */
export function RepairButton({ courseId, readiness }: { courseId: string; readiness: OfflineReadiness }) {
  const { state, problem, repair } = useRepair(courseId);
  const isOnline = useIsOnline();
  const isDownloading = useDownload(courseId)?.state.phase === 'coming';
  const label = fixLabel(readiness);
  if (label === null || isDownloading) return null;
  return (
    <Cluster>
      {isOnline && (
        <Button size="sm" isBusy={state === 'busy'} onClick={repair}>
          {state !== 'busy' && <DownloadIcon />}
          {label}
        </Button>
      )}
      <p className={styles.reason} role="status">
        {isOnline ? (problem ?? (state === 'requested' ? 'Downloading…' : '')) : 'Connect to download this.'}
      </p>
    </Cluster>
  );
}
