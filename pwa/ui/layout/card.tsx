import type { HTMLAttributes } from 'react';
import { classNames } from '../class-names.ts';
import styles from './card.module.css';

type CardProps = HTMLAttributes<HTMLElement> & {
  as?: 'div' | 'article' | 'section' | 'li';
  /** With margins, and children at equal distances. */
  isPadded?: boolean;
};

export function Card({ as: Tag = 'div', isPadded, className, ...rest }: CardProps) {
  return <Tag {...rest} className={classNames(styles.card, isPadded && styles.padded, className)} />;
}
