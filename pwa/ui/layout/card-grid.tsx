import type { HTMLAttributes } from 'react';
import styles from './card-grid.module.css';

/** A list of cards of equal width, as many beside each other as fit. */
export function CardGrid(props: HTMLAttributes<HTMLUListElement>) {
  return <ul {...props} className={styles.grid} />;
}
