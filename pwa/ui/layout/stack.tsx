import type { FormHTMLAttributes } from 'react';
import { classNames } from '../class-names.ts';
import styles from './flow.module.css';

interface StackProps extends FormHTMLAttributes<HTMLElement> {
  as?: 'div' | 'section' | 'header' | 'footer' | 'article' | 'form' | 'ul' | 'ol' | 'li' | 'p' | 'search';
  /** One of the spaces of tokens.css. */
  gap?: 1 | 2 | 3 | 4 | 5 | 6;
  /** By default the children are as wide as the stack. */
  align?: 'start' | 'center';
}

/** Children below each other, at equal distances. */
export function Stack({ as: Tag = 'div', gap, align, className, ...rest }: StackProps) {
  return <Tag {...rest} className={classNames(styles.stack, className)} data-gap={gap} data-align={align} />;
}
