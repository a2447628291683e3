import { useState } from 'react';
import { cachedFileUrl } from '#pwa/downloads/cache/cached-file-url.ts';
import { useDownloads } from '#pwa/session/queries/use-downloads.ts';
import { useIsOnline } from '#pwa/session/use-is-online.ts';
import { findVideo } from '#pwa/store/offline/downloads.ts';
import { canServeDownloads } from '../use-downloaded-file-ids.ts';
import styles from '../video-frame.module.css';
import { VideoFrame, VideoUnavailable } from '../video-frame.tsx';
import type { PlayedVideoProps } from './lesson-video-props.ts';
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
  const downloads = useDownloads();
  if (downloads === undefined) return <VideoFrame />;
  const downloaded = findVideo(downloads ?? [], { courseId, lessonId: lesson.id, fileId });
  return <ChosenVideo {...props} downloadedId={canServeDownloads() ? (downloaded?.fileId ?? null) : null} />;
}

/** @param keptId the downloaded file: the lesson's current one or an earlier one */
function ChosenVideo({ downloadedId, ...props }: OwnVideoProps & { downloadedId: string | null }) {
  const { userId, fileId, signedUrl } = props;
  const isOnline = useIsOnline();
  const [playsDownloaded] = useState(downloadedId !== null && (downloadedId === fileId || !isOnline));
  const [source, setSource] = useState(
    playsDownloaded && downloadedId !== null ? cachedFileUrl(userId, downloadedId) : null,
  );
  const [state, setState] = useState<'playing' | 'refreshing' | 'failed'>('playing');
  const [hasRefreshed, setHasRefreshed] = useState(false);
  // When the connection returns, the video replaces the message.
  if (source === null && isOnline && state === 'playing') setSource(signedUrl);

  /** The signed URL may have expired: the refreshed course contains a new one. */
  const refresh = async () => {
    setState('refreshing');
    setHasRefreshed(true);
    setSource(null);
    const isRefreshed = await props.onExpired().then(
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
      {playsDownloaded && downloadedId !== fileId && source !== signedUrl && (
        <p className={styles.earlier}>This is the previous video. The new one is not downloaded yet.</p>
      )}
    </VideoFrame>
  );
}
