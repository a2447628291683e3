import type { OfflineLesson } from '#pwa/store/database/rows.ts';
import type { CaptionTrack } from '../player/use-captions.ts';

export interface LessonVideoProps {
  userId: string;
  courseId: string;
  lesson: Pick<OfflineLesson, 'id' | 'title' | 'videoUrl' | 'resources'>;
  /** The stored position in seconds when this lesson was opened. */
  startAt: number;
  onPosition: (seconds: number) => void;
  onEnded: () => void;
}

/** Props of a video in our own player. */
export interface PlayedVideoProps extends LessonVideoProps {
  captions: readonly CaptionTrack[];
}
