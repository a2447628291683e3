import { type ReactNode, useEffect, useState } from 'react';
import { PlayIcon } from '#pwa/ui/display/icons.tsx';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import { formatPosition } from '#schema/learning/resume.ts';
import { type PlayerChoices, SPEEDS } from './player-choices.ts';
import styles from './player-controls.module.css';
import { CaptionsIcon, FullscreenIcon, PauseIcon, SmallWindowIcon, SoundIcon } from './player-icons.tsx';
import { canFillScreen, canLeavePage, togglePictureInPicture } from './screen-modes.ts';
import { SeekBar } from './seek-bar.tsx';
import type { PlaybackState } from './use-playback-state.ts';
import type { Player } from './use-player.ts';

interface PlayerControlsProps {
  video: HTMLVideoElement;
  state: PlaybackState;
  player: Player;
  hasCaptions: boolean;
}

/** The controls of a video. Time runs from left to right in every language. */
export function PlayerControls({ video, state, player, hasCaptions }: PlayerControlsProps) {
  const isFull = useIsFullscreen();
  return (
    <div className={styles.controls} dir="ltr">
      <SeekBar state={state} onSeek={player.seekTo} />
      <Cluster gap={0}>
        <PlayerButton label={state.isPaused ? 'Play' : 'Pause'} onPress={player.togglePlay}>
          {state.isPaused ? <PlayIcon /> : <PauseIcon />}
        </PlayerButton>
        <span className={styles.sound}>
          <PlayerButton label={state.isMuted ? 'Unmute' : 'Mute'} onPress={player.toggleMute}>
            <SoundIcon isMuted={state.isMuted} />
          </PlayerButton>
          <VolumeBar state={state} onVolume={player.setVolume} />
        </span>
        <Times state={state} />
        <SpeedChoice speed={player.choices.speed} onSpeed={player.setSpeed} />
        {hasCaptions && (
          <PlayerButton
            label="Captions"
            isPressed={player.choices.hasCaptions}
            onPress={() => player.setCaptions(!player.choices.hasCaptions)}
          >
            <CaptionsIcon />
          </PlayerButton>
        )}
        {canLeavePage(video) && (
          <PlayerButton label="Picture in picture" onPress={() => void togglePictureInPicture(video)}>
            <SmallWindowIcon />
          </PlayerButton>
        )}
        {canFillScreen(video) && (
          <PlayerButton
            label={isFull ? 'Leave full screen' : 'Full screen'}
            onPress={player.toggleFullscreen}
          >
            <FullscreenIcon isFull={isFull} />
          </PlayerButton>
        )}
      </Cluster>
    </div>
  );
}

interface PlayerButtonProps {
  label: string;
  isPressed?: boolean;
  onPress: () => void;
  children: ReactNode;
}

function PlayerButton({ label, isPressed, onPress, children }: PlayerButtonProps) {
  return (
    <button
      type="button"
      className={styles.button}
      aria-label={label}
      aria-pressed={isPressed}
      title={label}
      onClick={onPress}
    >
      {children}
    </button>
  );
}

/** Hidden from screen readers: the seek bar announces the times. */
function Times({ state }: { state: PlaybackState }) {
  return (
    <span className={styles.times} aria-hidden="true">
      {formatPosition(state.at)} / {state.length === 0 ? '–:––' : formatPosition(state.length)}
    </span>
  );
}

/** Only with a mouse: phones have volume keys. */
function VolumeBar({ state, onVolume }: { state: PlaybackState; onVolume: (volume: number) => void }) {
  const percent = state.isMuted ? 0 : Math.round(state.volume * 100);
  return (
    <input
      type="range"
      className={styles.volume}
      aria-label="Volume"
      aria-valuetext={`${percent} %`}
      min={0}
      max={100}
      step={5}
      value={percent}
      onChange={({ target }) => onVolume(target.valueAsNumber / 100)}
    />
  );
}

interface SpeedChoiceProps {
  speed: PlayerChoices['speed'];
  onSpeed: (speed: PlayerChoices['speed']) => void;
}

function SpeedChoice({ speed, onSpeed }: SpeedChoiceProps) {
  return (
    <select
      className={styles.speed}
      aria-label="Speed"
      title="Speed"
      value={speed}
      onChange={({ target }) => onSpeed(SPEEDS.find((one) => String(one) === target.value) ?? speed)}
    >
      {SPEEDS.map((one) => (
        <option key={one} value={one}>
          {one}×
        </option>
      ))}
    </select>
  );
}

function useIsFullscreen(): boolean {
  const [isFull, setIsFull] = useState(false);
  useEffect(() => {
    const update = () => setIsFull(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', update);
    return () => document.removeEventListener('fullscreenchange', update);
  }, []);
  return isFull;
}
