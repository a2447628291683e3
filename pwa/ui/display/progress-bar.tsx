import { classNames } from '../class-names.ts';
import styles from './progress-bar.module.css';

interface ProgressBarProps {
  /** Per cent, clamped to 0 to 100. */
  value: number;
  /** The accessible name. */
  label: string;
  className?: string | undefined;
}

export function ProgressBar({ value, label, className }: ProgressBarProps) {
  const percent = Math.min(100, Math.max(0, Math.round(value)));
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      className={classNames(styles.track, className)}
    >
      <span className={styles.fill} style={{ inlineSize: `${percent}%` }} />
    </div>
  );
}
