import type { HTMLAttributes } from 'react';
import { classNames } from '../class-names.ts';
import styles from './card.module.css';

type CardProps = HTMLAttributes<HTMLElement> & { as?: 'div' | 'article' | 'section' | 'li' };

/** A card. Padding is up to its content. */
export function Card({ as: Tag = 'div', className, ...rest }: CardProps) {
  return <Tag {...rest} className={classNames(styles.card, className)} />;
}
