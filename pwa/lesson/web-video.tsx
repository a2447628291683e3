import { useState } from 'react';
import { useIsOnline } from '../session/use-is-online.ts';
import type { PlayedVideoProps } from './lesson-video-props.ts';
import { VideoFrame, VideoUnavailable } from './video-frame.tsx';
import { VideoPlayer } from './video-player.tsx';

/** A video file on somebody else's host: never on this device, so it says when there is no connection. */
export function WebVideo({ url, ...props }: PlayedVideoProps & { url: string }) {
  const isOnline = useIsOnline();
  const [hasBegun, setHasBegun] = useState(isOnline);
  const [hasFailed, setHasFailed] = useState(false);
  // What has begun goes on from what is buffered when the connection breaks.
  if (!hasBegun && isOnline) setHasBegun(true);
  if (!hasBegun || hasFailed)
    return <VideoUnavailable isOnline={isOnline} onRetry={() => setHasFailed(false)} />;
  return (
    <VideoFrame>
      <VideoPlayer {...props} src={url} onProblem={() => setHasFailed(true)} />
    </VideoFrame>
  );
}
