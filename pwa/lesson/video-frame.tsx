import type { ReactNode } from 'react';
import { RefreshIcon } from '../ui/icons.tsx';
import styles from './video-frame.module.css';

/** 16:9 and of the same size whatever is in it, so that the text below never jumps. */
export function VideoFrame({ children }: { children?: ReactNode }) {
  return <div className={styles.frame}>{children}</div>;
}

/** Words in the place of a picture: what is the matter, and what can be done. */
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

/** A video that cannot play here and now; the lesson's text is not touched by that. */
export function VideoUnavailable({ isOnline, onRetry }: { isOnline: boolean; onRetry: () => void }) {
  if (!isOnline)
    return (
      <VideoPanel>
        This video is not on this device: it needs a connection. The text of the lesson is here, so you can
        read on.
      </VideoPanel>
    );
  const retry = (
    <button type="button" className={styles.play} onClick={onRetry}>
      <RefreshIcon />
      Try again
    </button>
  );
  return <VideoPanel action={retry}>The video did not load. The text of the lesson is below.</VideoPanel>;
}
