import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import styles from './page.module.css';

interface PageProps {
  /** `form` for one column of fields, `text` for one column of text. */
  width?: 'full' | 'text' | 'form';
  className?: string | undefined;
  children: ReactNode;
}

/** The page's column between the bar and the footer, with its margins. */
export function Page({ width = 'full', className, children }: PageProps) {
  return <div className={classNames(styles.page, styles[width], className)}>{children}</div>;
}
