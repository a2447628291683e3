import type { HTMLAttributes } from 'react';
import { classNames } from '../class-names.ts';
import styles from './page.module.css';

/** The sentence below the page's title. */
export function PageLead({ className, ...rest }: HTMLAttributes<HTMLParagraphElement>) {
  return <p {...rest} className={classNames(styles.lead, className)} />;
}
