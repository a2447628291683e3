import { useState } from 'react';
import { keptFileUrl } from '../downloads/kept-url.ts';
import { useIsOnline } from '../session/use-is-online.ts';
import { usePrivateQuery } from '../session/use-private-query.ts';
import { findFilm } from '../store/downloads.ts';
import { keepCourse } from '../sync/refresh.ts';
import type { PlayedVideoProps } from './lesson-video-props.ts';
import { canAnswerKept } from './use-kept-file-ids.ts';
import styles from './video-frame.module.css';
import { VideoFrame, VideoUnavailable } from './video-frame.tsx';
import { VideoPlayer } from './video-player.tsx';

interface OwnVideoProps extends PlayedVideoProps {
  fileId: string;
  signedUrl: string;
}

/**
 * A video of our own: the downloaded file if there is one, otherwise the signed URL; when offline, also a
 * downloaded file that was replaced on the server. The source is chosen once while the lesson is open,
 * because a change would interrupt playback.
 */
export function OwnVideo(props: OwnVideoProps) {
  const { courseId, fileId, lesson } = props;
  const film = usePrivateQuery(
    (store) => findFilm(store, { courseId, lessonId: lesson.id, fileId }),
    [courseId, lesson.id, fileId],
  );
  if (film === undefined) return <VideoFrame />;
  return <ChosenVideo {...props} keptId={canAnswerKept() ? (film?.fileId ?? null) : null} />;
}

/** @param keptId the downloaded file: the lesson's current one or an earlier one */
function ChosenVideo({ keptId, ...props }: OwnVideoProps & { keptId: string | null }) {
  const { userId, courseId, fileId, signedUrl } = props;
  const isOnline = useIsOnline();
  const [playsKept] = useState(keptId !== null && (keptId === fileId || !isOnline));
  const [source, setSource] = useState(playsKept && keptId !== null ? keptFileUrl(userId, keptId) : null);
  const [state, setState] = useState<'playing' | 'refreshing' | 'failed'>('playing');
  const [hasRefreshed, setHasRefreshed] = useState(false);
  // When the connection returns, the video replaces the message.
  if (source === null && isOnline && state === 'playing') setSource(signedUrl);

  /** The signed URL may have expired: the refreshed course contains a new one. */
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
      <VideoPlayer {...props} src={source} isOnDevice={source !== signedUrl} onProblem={onProblem} />
      {playsKept && keptId !== fileId && source !== signedUrl && (
        <p className={styles.earlier}>The video from before: the new one is not on this device yet.</p>
      )}
    </VideoFrame>
  );
}
