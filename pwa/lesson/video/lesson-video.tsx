import { LinkIcon } from '#pwa/ui/display/study-icons.tsx';
import { parseVideoUrl } from '#schema/courses/video.ts';
import styles from '../video-frame.module.css';
import { VideoPanel } from '../video-frame.tsx';
import { EmbeddedVideo } from './embedded-video.tsx';
import { mayBeFramed } from './frame-origins.ts';
import type { LessonVideoProps } from './lesson-video-props.ts';
import { OwnVideo } from './own-video.tsx';
import { useCaptionTracks } from './use-caption-tracks.ts';
import { WebVideo } from './web-video.tsx';

/** The video of a lesson, in the player for its URL; renders nothing without one. */
export function LessonVideo(props: LessonVideoProps) {
  const video = parseVideoUrl(props.lesson.videoUrl);
  const captions = useCaptionTracks(props.userId, props.lesson);
  switch (video.kind) {
    case 'none':
      return null;
    case 'link':
      return <VideoLink url={video.url} />;
    case 'embed':
      return mayBeFramed(video.embedUrl) ? (
        <EmbeddedVideo video={video} title={props.lesson.title} />
      ) : (
        <VideoLink url={video.url} />
      );
    case 'file':
      return video.source === 'own' ? (
        <OwnVideo {...props} captions={captions} fileId={video.fileId} signedUrl={video.url} />
      ) : (
        <WebVideo {...props} captions={captions} url={video.url} />
      );
  }
}

function VideoLink({ url }: { url: string }) {
  const link = (
    <a className={styles.play} href={url} target="_blank" rel="noopener">
      <LinkIcon />
      Open the video at {new URL(url).hostname}
    </a>
  );
  return <VideoPanel action={link}>This video opens outside Carrel and needs a connection.</VideoPanel>;
}
