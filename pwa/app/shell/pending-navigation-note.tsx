import { useSyncExternalStore } from 'react';
import { SpinnerMark } from '../../ui/display/spinner.tsx';
import { isNavigationPending, subscribePendingNavigation } from '../screens/pending-navigation.ts';
import styles from './pending-navigation-note.module.css';

/** A note over the current page while the next one is loading. It does not shift the layout. */
export function PendingNavigationNote() {
  const isPending = useSyncExternalStore(subscribePendingNavigation, isNavigationPending);
  return (
    <div className={styles.place} role="status">
      {isPending && (
        <p className={styles.note}>
          <SpinnerMark />
          Opening…
        </p>
      )}
    </div>
  );
}
