import { SpinnerMark } from '#pwa/ui/display/spinner.tsx';
import { useObservable } from '#pwa/ui/use-observable.ts';
import { navigationPending } from '../screens/pending-navigation.ts';
import styles from './pending-navigation-note.module.css';

/** A note over the current page while the next one is loading. It does not shift the layout. */
export function PendingNavigationNote() {
  const isPending = useObservable(navigationPending);
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
