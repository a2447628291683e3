import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import styles from './chip.module.css';

export type ChipTone = 'neutral' | 'ok' | 'wait' | 'bad';

interface ChipProps {
  tone?: ChipTone;
  icon?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}

/** A state in two or three words, which the colour only repeats. */
export function Chip({ tone = 'neutral', icon, className, children }: ChipProps) {
  return (
    <span className={classNames(styles.chip, styles[tone], className)}>
      {icon}
      {children}
    </span>
  );
}
