import { useSyncExternalStore } from 'react';
import { SpinnerMark } from '../ui/spinner.tsx';
import { isOpening, subscribeOpening } from './opening.ts';
import styles from './opening-note.module.css';

/** A note over the current page while the next one is loading. It does not shift the layout. */
export function OpeningNote() {
  const isComing = useSyncExternalStore(subscribeOpening, isOpening);
  return (
    <div className={styles.place} role="status">
      {isComing && (
        <p className={styles.note}>
          <SpinnerMark />
          Opening…
        </p>
      )}
    </div>
  );
}
