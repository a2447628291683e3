import { createElement, useState } from 'react';
import { PlayIcon } from '#pwa/ui/display/icons.tsx';
import styles from '../player/player.module.css';
import { PlayerControls } from '../player/player-controls.tsx';
import { PlayerNotice } from '../player/player-notice.tsx';
import { ResumeNote } from '../player/resume-note.tsx';
import { type CaptionTrack, useCaptions } from '../player/use-captions.ts';
import { usePlaybackState } from '../player/use-playback-state.ts';
import { usePlayer } from '../player/use-player.ts';
import { usePositionSaver } from '../player/use-position-saver.ts';
import { useRest } from '../player/use-rest.ts';
import { useStageTap } from '../player/use-stage-tap.ts';

interface VideoPlayerProps {
  src: string;
  lesson: { readonly title: string };
  startAt: number;
  onPosition: (seconds: number) => void;
  onEnded: () => void;
  onProblem?: () => void;
  captions?: readonly CaptionTrack[];
  /** Whether it is downloaded, so that it never waits for the network. */
  isOnDevice?: boolean;
}

/** A `<video>` element with our own controls; reports its position. */
export function VideoPlayer(props: VideoPlayerProps) {
  const { captions = [], isOnDevice = false } = props;
  // It follows the position that this player reports, to which it must not seek.
  const [startAt] = useState(props.startAt);
  const [stage, setStage] = useState<HTMLElement | null>(null);
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  const state = usePlaybackState(video);
  const player = usePlayer(video, stage);
  const rest = useRest(stage, !state.isPaused);
  useStageTap(video, { player, rest });
  const shown = player.choices.hasCaptions ? (captions[0]?.id ?? null) : null;
  const { captionText, hasFailed } = useCaptions(video, shown);
  const savePosition = usePositionSaver(video, startAt, props.onPosition);

  // Not JSX: whether there are tracks depends on the lesson's resources, which the markup cannot show.
  const videoElement = createElement(
    'video',
    {
      ref: setVideo,
      src: props.src,
      'aria-label': props.lesson.title,
      playsInline: true,
      preload: 'metadata',
      onPause: () => savePosition('now'),
      onSeeking: () => savePosition('whenLeft'),
      onSeeked: () => savePosition('now'),
      onTimeUpdate: () => savePosition('sometimes'),
      onEnded: props.onEnded,
      onError: props.onProblem,
    },
    captions.map(({ id, title, src }) => <track key={id} id={id} kind="captions" label={title} src={src} />),
  );

  return (
    // A click on the video focuses the player; Tab moves to the controls.
    <section
      ref={setStage}
      className={styles.player}
      aria-label="Video player"
      tabIndex={-1}
      data-resting={rest.isResting || undefined}
    >
      {videoElement}
      {state.isPaused && (
        <span className={styles.mark}>
          <PlayIcon />
        </span>
      )}
      {captionText !== null && (
        <p className={styles.captionText}>
          <span>{captionText}</span>
        </p>
      )}
      {video !== null && (
        <>
          <ResumeNote video={video} startAt={startAt} />
          <PlayerNotice state={state} isOnDevice={isOnDevice} haveCaptionsFailed={hasFailed} />
          <PlayerControls video={video} state={state} player={player} hasCaptions={captions.length > 0} />
        </>
      )}
    </section>
  );
}
