import { useState } from 'react';
import { keptFileUrl } from '../downloads/kept-url.ts';
import { useIsOnline } from '../session/use-is-online.ts';
import { usePrivateQuery } from '../session/use-private-query.ts';
import { findDownload } from '../store/downloads.ts';
import { keepCourse } from '../sync/refresh.ts';
import type { LessonVideoProps } from './lesson-video.tsx';
import { VideoFrame, VideoUnavailable } from './video-frame.tsx';
import { VideoPlayer } from './video-player.tsx';

interface OwnVideoProps extends LessonVideoProps {
  fileId: string;
  signedUrl: string;
}

/**
 * A video of our own: the copy kept on this device where there is one, else the signed address.
 * The choice is made once and holds while the lesson is open, for another source would stop the film.
 */
export function OwnVideo(props: OwnVideoProps) {
  const download = usePrivateQuery((store) => findDownload(store, props.fileId), [props.fileId]);
  if (download === undefined) return <VideoFrame />;
  const isKept = download?.state === 'kept' && download.fileId === props.fileId && hasWorker();
  return <ChosenVideo {...props} isKept={isKept} />;
}

/** Only a service worker that controls this page can answer for the kept copy. */
function hasWorker(): boolean {
  return 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null;
}

function ChosenVideo({ isKept, ...props }: OwnVideoProps & { isKept: boolean }) {
  const { courseId, signedUrl } = props;
  const isOnline = useIsOnline();
  const [source, setSource] = useState(isKept ? keptFileUrl(props.userId, props.fileId) : null);
  const [state, setState] = useState<'playing' | 'refreshing' | 'failed'>('playing');
  const [hasRefreshed, setHasRefreshed] = useState(false);
  // A person who comes back online gets the video where the words stood.
  if (source === null && isOnline && state === 'playing') setSource(signedUrl);

  /** The address may just have run out: the course brings a new one. */
  const refresh = async () => {
    setState('refreshing');
    setHasRefreshed(true);
    setSource(null);
    const isRefreshed = await keepCourse(courseId).then(
      () => true,
      () => false,
    );
    setState(isRefreshed ? 'playing' : 'failed');
  };
  const onProblem = () => {
    if (hasRefreshed) setState('failed');
    else void refresh();
  };

  if (state === 'refreshing') return <VideoFrame />;
  if (state === 'failed' || source === null)
    return <VideoUnavailable isOnline={isOnline} onRetry={() => void refresh()} />;
  return (
    <VideoFrame>
      <VideoPlayer {...props} src={source} onProblem={onProblem} />
    </VideoFrame>
  );
}
