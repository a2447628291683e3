import styles from './player-controls.module.css';
import { spokenTime } from './spoken-time.ts';
import type { FilmState } from './use-film-state.ts';

interface SeekBarProps {
  state: FilmState;
  onSeek: (seconds: number) => void;
}

/** Where the film is, and the way to any other place in it. */
export function SeekBar({ state, onSeek }: SeekBarProps) {
  const { at, length } = state;
  const share = length === 0 ? 0 : (at / length) * 100;
  return (
    <input
      // The player's keys are for it too, unlike for other fields.
      data-seek=""
      type="range"
      className={styles.seek}
      // Through the object model, which the page's policy for styles allows.
      ref={(bar) => bar?.style.setProperty('--seen', `${share}%`)}
      aria-label="Place in the film"
      aria-valuetext={`${spokenTime(at)} of ${spokenTime(length)}`}
      min={0}
      max={Math.max(1, Math.floor(length))}
      step={1}
      value={Math.floor(at)}
      disabled={length === 0}
      onChange={({ target }) => onSeek(target.valueAsNumber)}
    />
  );
}
