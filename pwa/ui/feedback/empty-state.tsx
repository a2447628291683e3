import type { HTMLAttributes } from 'react';
import { classNames } from '../class-names.ts';
import { Stack } from '../layout/stack.tsx';
import styles from './empty-state.module.css';

type EmptyStateProps = HTMLAttributes<HTMLElement> & { as?: 'div' | 'section' };

/** The place of a list that has no entries: why, and the next step. */
export function EmptyState({ className, ...rest }: EmptyStateProps) {
  return <Stack gap={2} align="center" {...rest} className={classNames(styles.empty, className)} />;
}
