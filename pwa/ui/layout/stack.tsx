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

/** Children below each other, at equal distances. A list has no markers. */
export function Stack({ as: Tag = 'div', gap, align, className, ...rest }: StackProps) {
  const isList = Tag === 'ul' || Tag === 'ol';
  return (
    <Tag
      {...rest}
      className={classNames(
        styles.stack,
        gap && styles[`gap${gap}`],
        align && styles[align],
        isList && styles.list,
        className,
      )}
    />
  );
}
