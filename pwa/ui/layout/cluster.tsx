import type { HTMLAttributes } from 'react';
import { classNames } from '../class-names.ts';
import styles from './flow.module.css';

interface ClusterProps extends HTMLAttributes<HTMLElement> {
  as?: 'div' | 'section' | 'header' | 'footer' | 'ul' | 'li' | 'p' | 'span' | 'search' | 'form';
  /** One of the spaces of tokens.css. */
  gap?: 0 | 1 | 2 | 3 | 4 | 5 | 6;
  align?: 'baseline';
  /** The first child at the start, the last one at the end. */
  isSpread?: boolean;
}

/** Children beside each other, which wrap where the line is too short. */
export function Cluster({ as: Tag = 'div', gap = 2, align, isSpread, className, ...rest }: ClusterProps) {
  return (
    <Tag
      {...rest}
      className={classNames(styles.cluster, className)}
      data-gap={gap}
      data-align={align}
      data-spread={isSpread || undefined}
    />
  );
}
