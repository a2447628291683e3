import type { OfflineLesson } from '#pwa/store/database/rows.ts';
import type { CaptionTrack } from '../player/use-captions.ts';

export interface LessonVideoProps {
  userId: string;
  courseId: string;
  /** Fetches the course again: the signed URL of its video has expired. */
  onExpired: () => Promise<unknown>;
  lesson: Pick<OfflineLesson, 'id' | 'title' | 'videoUrl' | 'resources'>;
  /** The position in seconds at which a player begins; later ones are ignored by a player that is shown. */
  startAt: number;
  onPosition: (seconds: number) => void;
  onEnded: () => void;
}

/** Props of a video in our own player. */
export interface PlayedVideoProps extends LessonVideoProps {
  captions: readonly CaptionTrack[];
}
