import { useSyncStatus } from '../session/use-sync-status.ts';
import styles from './install-hint.module.css';
import type { InstallWay } from './install-way.ts';

/** The steps for browsers without an install prompt. */
export function InstallSteps({ way }: { way: InstallWay }) {
  if (way === 'share') return <ShareSteps />;
  if (way === 'menu') return <MenuSteps />;
  return null;
}

/**
 * The installed app starts with empty storage; unsent work stays in the browser, so the user is warned first.
 */
function ShareSteps() {
  const { unsent } = useSyncStatus();
  return (
    <>
      {unsent > 0 && (
        <p className={styles.text}>
          <strong>
            {unsent === 1 ? '1 change is' : `${unsent} changes are`} waiting to sync. Send first:
          </strong>{' '}
          the installed app has its own storage.
        </p>
      )}
      <ol className={`text-list ${styles.steps}`}>
        <li>
          Open the <strong>Share</strong> menu of your browser.
        </li>
        <li>
          Choose <strong>Add to Home Screen</strong>.
        </li>
        <li>
          Open Carrel from the home screen. The first time it needs a connection, because it has its own
          storage and downloads your courses again. You usually stay signed in.
        </li>
      </ol>
    </>
  );
}

function MenuSteps() {
  return (
    <ol className={`text-list ${styles.steps}`}>
      <li>
        Open the menu <strong>⋮</strong> of Firefox.
      </li>
      <li>
        Choose <strong>Add app to Home screen</strong>; in some versions <strong>Install</strong>.
      </li>
      <li>Open Carrel from the home screen. Everything saved on this device is available there.</li>
    </ol>
  );
}
