import { useState } from 'react';
import { useIsOnline } from '#pwa/session/use-is-online.ts';
import { VideoFrame, VideoUnavailable } from '../video-frame.tsx';
import type { PlayedVideoProps } from './lesson-video-props.ts';
import { VideoPlayer } from './video-player.tsx';

/** A video file on another host. It is never downloaded, so it shows a message when offline. */
export function WebVideo({ url, ...props }: PlayedVideoProps & { url: string }) {
  const isOnline = useIsOnline();
  const [hasBegun, setHasBegun] = useState(isOnline);
  const [hasFailed, setHasFailed] = useState(false);
  // After it has started, it plays on from the buffer when the connection is lost.
  if (!hasBegun && isOnline) setHasBegun(true);
  if (!hasBegun || hasFailed)
    return <VideoUnavailable isOnline={isOnline} onRetry={() => setHasFailed(false)} />;
  return (
    <VideoFrame>
      <VideoPlayer {...props} src={url} onProblem={() => setHasFailed(true)} />
    </VideoFrame>
  );
}
