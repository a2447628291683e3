import type { TripCheck } from '../downloads/trip-check.ts';
import { useDownload } from '../offline/use-download.ts';
import { useIsOnline } from '../session/use-is-online.ts';
import { Button } from '../ui/button.tsx';
import { DownloadIcon } from '../ui/icons.tsx';
import styles from './trip-state.module.css';
import { fixLabel } from './trip-words.ts';
import { useMending } from './use-mending.ts';

/**
 * One button that downloads the missing parts; renders nothing if no connection helps, or they are being
 * downloaded.
 */
export function MendButton({ courseId, trip }: { courseId: string; trip: TripCheck }) {
  const { state, problem, mend } = useMending(courseId);
  const isOnline = useIsOnline();
  const isComing = useDownload(courseId)?.state.stand === 'coming';
  const label = fixLabel(trip);
  if (label === null || isComing) return null;
  return (
    <div className={styles.mend}>
      {isOnline && (
        <Button size="sm" isBusy={state === 'busy'} onClick={mend}>
          {state !== 'busy' && <DownloadIcon />}
          {label}
        </Button>
      )}
      <p className={styles.reason} role="status">
        {isOnline
          ? (problem ?? (state === 'asked' ? 'It is coming to this device…' : ''))
          : 'It can be fetched when there is a connection.'}
      </p>
    </div>
  );
}
