import { describeDuration } from './describe-duration.ts';
import styles from './player-controls.module.css';
import type { PlaybackState } from './use-playback-state.ts';

interface SeekBarProps {
  state: PlaybackState;
  onSeek: (seconds: number) => void;
}

/** The seek bar: shows and sets the position in the video. */
export function SeekBar({ state, onSeek }: SeekBarProps) {
  const { at, length } = state;
  const share = length === 0 ? 0 : (at / length) * 100;
  return (
    <input
      // The player's keys work in this field, unlike in others.
      data-seek=""
      type="range"
      className={styles.seek}
      // Set through the CSSOM, which the content security policy allows.
      ref={(bar) => bar?.style.setProperty('--seen', `${share}%`)}
      aria-label="Video position"
      aria-valuetext={`${describeDuration(at)} of ${describeDuration(length)}`}
      min={0}
      max={Math.max(1, Math.floor(length))}
      step={1}
      value={Math.floor(at)}
      disabled={length === 0}
      onChange={({ target }) => onSeek(target.valueAsNumber)}
    />
  );
}
