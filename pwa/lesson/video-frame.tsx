import type { ReactNode } from 'react';
import { RefreshIcon } from '../ui/display/icons.tsx';
import styles from './video-frame.module.css';

/** A 16:9 frame of constant size, so that the text below never moves. */
export function VideoFrame({ children }: { children?: ReactNode }) {
  return <div className={styles.frame}>{children}</div>;
}

/** A message in place of the video: the problem and the remedy. */
export function VideoPanel({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <VideoFrame>
      <div className={styles.panel}>
        <p>{children}</p>
        {action}
      </div>
    </VideoFrame>
  );
}

/** Shown for a video that cannot play now; the lesson's text is not affected. */
export function VideoUnavailable({ isOnline, onRetry }: { isOnline: boolean; onRetry: () => void }) {
  if (!isOnline)
    return (
      <VideoPanel>
        This video is not downloaded and needs a connection. The lesson text is downloaded.
      </VideoPanel>
    );
  const retry = (
    <button type="button" className={styles.play} onClick={onRetry}>
      <RefreshIcon />
      Try again
    </button>
  );
  return <VideoPanel action={retry}>The video did not load. The lesson text is below.</VideoPanel>;
}
