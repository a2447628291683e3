import { parseVideoUrl } from '#schema/video.ts';
import type { KeptLesson } from '../store/rows.ts';
import { LinkIcon } from '../ui/icons.tsx';
import { EmbeddedVideo } from './embedded-video.tsx';
import { OwnVideo } from './own-video.tsx';
import type { CaptionTrack } from './player/use-captions.ts';
import { useCaptionTracks } from './use-caption-tracks.ts';
import styles from './video-frame.module.css';
import { VideoPanel } from './video-frame.tsx';
import { WebVideo } from './web-video.tsx';

export interface LessonVideoProps {
  userId: string;
  courseId: string;
  lesson: Pick<KeptLesson, 'id' | 'title' | 'videoUrl' | 'resources'>;
  /** Where the learner stopped, in seconds, when this lesson was opened. */
  startAt: number;
  onPosition: (seconds: number) => void;
  onEnded: () => void;
}

/** What a film that our own player plays is told. */
export interface FilmProps extends LessonVideoProps {
  captions: readonly CaptionTrack[];
}

/** The video of a lesson, played the way its address allows. Nothing for a lesson without one. */
export function LessonVideo(props: LessonVideoProps) {
  const video = parseVideoUrl(props.lesson.videoUrl);
  const captions = useCaptionTracks(props.userId, props.lesson);
  switch (video.kind) {
    case 'none':
      return null;
    case 'link':
      return <VideoLink url={video.url} />;
    case 'embed':
      return <EmbeddedVideo video={video} title={props.lesson.title} />;
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
  return <VideoPanel action={link}>This video plays outside of Carrel and needs a connection.</VideoPanel>;
}
