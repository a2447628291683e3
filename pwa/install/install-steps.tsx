import { countOf } from '#schema/messages/count.ts';
import { useSyncStatus } from '../session/use-sync-status.ts';
import type { SyncStatus } from '../sync/status/status.ts';
import styles from './install-hint.module.css';
import type { InstallWay } from './install-way.ts';

interface StepsProps {
  /** Of the app, below its icon. */
  name: string;
}

/** The steps for browsers without an install prompt. */
export function InstallSteps({ way, name }: StepsProps & { way: InstallWay }) {
  if (way === 'share') return <ShareSteps name={name} />;
  if (way === 'menu') return <MenuSteps name={name} />;
  return null;
}

/**
 * The installed app starts with empty storage; unsent work and drafts stay in the browser, so the user is warned first.
 */
function ShareSteps({ name }: StepsProps) {
  const staying = describeStaying(useSyncStatus());
  return (
    <>
      {staying !== '' && (
        <p className={styles.text}>
          <strong>{staying}</strong> The installed app has its own storage, and what was not sent is missing
          there.
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
          Open {name} from the home screen. The first time it needs a connection, because it has its own
          storage and downloads your courses again. You usually stay signed in.
        </li>
      </ol>
    </>
  );
}

function MenuSteps({ name }: StepsProps) {
  return (
    <ol className={`text-list ${styles.steps}`}>
      <li>
        Open the menu <strong>⋮</strong> of Firefox.
      </li>
      <li>
        Choose <strong>Add app to Home screen</strong>; in some versions <strong>Install</strong>.
      </li>
      <li>Open {name} from the home screen. Everything saved on this device is available there.</li>
    </ol>
  );
}

/** What stays in this browser until the user sends it, and how; empty if there is nothing. */
function describeStaying({ unsent, drafts }: SyncStatus): string {
  const changes = `${countOf(unsent, 'change')} ${unsent === 1 ? 'is' : 'are'} waiting to sync: send first.`;
  const open = drafts === 1 ? 'open and save it first.' : 'open and save them first.';
  const inDrafts = `${countOf(drafts, 'draft')} ${drafts === 1 ? 'is' : 'are'} on this device only: ${open}`;
  return [unsent > 0 && changes, drafts > 0 && inDrafts].filter(Boolean).join(' ');
}
