import type { ReactNode } from 'react';
import styles from './form-note.module.css';

/** A sentence below a form, with a link to another one. */
export function FormNote({ children }: { children: ReactNode }) {
  return <p className={styles.note}>{children}</p>;
}
