import { useEffect, useState } from 'react';
import { useIsOnline } from '#pwa/session/use-is-online.ts';
import styles from './player.module.css';
import type { PlaybackState } from './use-playback-state.ts';

/** A shorter interruption shows no notice. */
const NOTICE_DELAY_MS = 700;

interface PlayerNoticeProps {
  state: PlaybackState;
  isOnDevice: boolean;
  haveCaptionsFailed: boolean;
}

/** Says over the video why it does not play, or why captions are missing. */
export function PlayerNotice({ state, isOnDevice, haveCaptionsFailed }: PlayerNoticeProps) {
  const isOnline = useIsOnline();
  const isStuck = useLasting(state.isBuffering);
  return (
    <p className={styles.notice} role="status">
      {findNotice({ isStuck, canLoad: isOnline || isOnDevice, haveCaptionsFailed })}
    </p>
  );
}

interface Trouble {
  readonly isStuck: boolean;
  readonly canLoad: boolean;
  readonly haveCaptionsFailed: boolean;
}

function findNotice({ isStuck, canLoad, haveCaptionsFailed }: Trouble): string {
  if (isStuck && !canLoad) return 'No connection. The video resumes automatically.';
  if (isStuck) return 'Loading…';
  return haveCaptionsFailed ? 'The captions did not load. The video plays without them.' : '';
}

/** True once a condition has held for longer than the delay. */
function useLasting(isSo: boolean): boolean {
  const [isLasting, setIsLasting] = useState(false);
  useEffect(() => {
    if (!isSo) return setIsLasting(false);
    const timer = setTimeout(() => setIsLasting(true), NOTICE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [isSo]);
  return isLasting;
}
