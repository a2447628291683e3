import { useState } from 'react';
import type { Readable } from '#pwa/device/observable.ts';
import { PlayIcon } from '#pwa/ui/display/icons.tsx';
import { useObservable } from '#pwa/ui/use-observable.ts';
import type { EmbedProvider } from '#schema/courses/video.ts';
import styles from '../video-frame.module.css';
import { VideoFrame, VideoPanel } from '../video-frame.tsx';

interface EmbeddedVideoProps {
  video: { provider: EmbedProvider; url: string; embedUrl: string };
  title: string;
}

const providerNames: Record<EmbedProvider, string | null> = {
  youtube: 'YouTube',
  vimeo: 'Vimeo',
  drive: 'Google Drive',
  other: null,
};

const SANDBOX = 'allow-scripts allow-popups allow-popups-to-escape-sandbox allow-presentation';
/**
 * The players of the three known hosts do not start without their own origin, because they read their cookies
 * first. It is never our origin: the URL was built for exactly that host. Frames of other hosts have no
 * origin.
 */
const SANDBOX_OF_KNOWN = `${SANDBOX} allow-same-origin`;

/** An embedded video. Nothing is requested from its host before the learner presses Play. */
export function EmbeddedVideo({ video, title }: EmbeddedVideoProps) {
  const [isLoaded, setLoaded] = useState(false);
  const hasNetwork = useObservable(network);
  const host = providerNames[video.provider] ?? new URL(video.url).hostname;
  if (isLoaded) {
    return (
      <VideoFrame>
        <iframe
          src={video.embedUrl}
          title={title}
          sandbox={video.provider === 'other' ? SANDBOX : SANDBOX_OF_KNOWN}
          referrerPolicy="strict-origin-when-cross-origin"
          allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
        />
      </VideoFrame>
    );
  }
  if (!hasNetwork)
    return (
      <VideoPanel>This video is on {host} and needs a connection. The lesson text is downloaded.</VideoPanel>
    );
  return (
    <VideoFrame>
      <div className={styles.panel}>
        <button type="button" className={styles.play} onClick={() => setLoaded(true)}>
          <PlayIcon />
          Play from {host}
        </button>
        <p className={styles.small}>
          This video is on {host} and needs a connection. {host} can see that you watch it.{' '}
          <a href={video.url} target="_blank" rel="noopener">
            Open the site
          </a>
        </p>
      </div>
    </VideoFrame>
  );
}

/** `navigator.onLine` instead of our own requests: the host may be reachable when our server is not. */
const network: Readable<boolean> = {
  get: () => navigator.onLine,
  subscribe(listener) {
    addEventListener('online', listener);
    addEventListener('offline', listener);
    return () => {
      removeEventListener('online', listener);
      removeEventListener('offline', listener);
    };
  },
};
