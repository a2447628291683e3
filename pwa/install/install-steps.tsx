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
            {unsent === 1 ? 'One change waits' : `${unsent} changes wait`} here to be sent. Let that happen
            first:
          </strong>{' '}
          the installed app has storage of its own.
        </p>
      )}
      <ol className={styles.steps}>
        <li>
          Open the <strong>Share</strong> menu of your browser.
        </li>
        <li>
          Choose <strong>Add to Home Screen</strong>.
        </li>
        <li>
          Open Carrel from there, with a connection the first time: it has its own storage and fetches your
          courses once more. Usually you stay signed in.
        </li>
      </ol>
    </>
  );
}

function MenuSteps() {
  return (
    <ol className={styles.steps}>
      <li>
        Open the menu <strong>⋮</strong> of Firefox.
      </li>
      <li>
        Choose <strong>Add app to Home screen</strong>; some versions call it <strong>Install</strong>.
      </li>
      <li>Open Carrel from there: everything that you keep here comes along.</li>
    </ol>
  );
}
