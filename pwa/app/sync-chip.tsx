import { lazy, Suspense } from 'react';
import { useSession } from '../session/use-session.ts';
import { useSyncStatus } from '../session/use-sync-status.ts';
import { Chip } from '../ui/chip.tsx';
import { AlertIcon, CheckIcon, ClockIcon, OfflineIcon } from '../ui/icons.tsx';
import { SpinnerMark } from '../ui/spinner.tsx';
import { Menu } from './menu.tsx';
import styles from './sync-chip.module.css';
import { syncSentence, syncWords } from './sync-words.ts';

// Only its opening needs the device's store, which public pages load late.
const SyncPanel = lazy(async () => ({ default: (await import('./sync-panel.tsx')).SyncPanel }));

const marks = {
  offline: OfflineIcon,
  kept: ClockIcon,
  sending: SpinnerMark,
  sent: CheckIcon,
  paused: ClockIcon,
  needsYou: AlertIcon,
};

/** Says in the bar where one's work is, and opens the list of what has not arrived. Quiet: not a word when all is sent. */
export function SyncChip({ isQuiet = false }: { isQuiet?: boolean }) {
  const status = useSyncStatus();
  const session = useSession();
  const isKnown = session.state === 'signedIn' || session.state === 'expired';
  const words = syncWords(status, isKnown);
  if (words === null || (isQuiet && status.kind === 'sent')) return null;
  const Mark = marks[status.kind];
  const chip = (
    <Chip tone={words.tone} icon={<Mark />}>
      <span className={status.kind === 'sent' ? styles.retiring : undefined}>{words.label}</span>
    </Chip>
  );
  return (
    <div className={styles.sync} data-sync={status.kind}>
      <Menu label={`${words.label}. Show details`} face={chip} isBare>
        <div className={styles.panel}>
          <p>{syncSentence(status)}</p>
          {isKnown && (
            <Suspense fallback={null}>
              <SyncPanel lost={status.lost} />
            </Suspense>
          )}
        </div>
      </Menu>
    </div>
  );
}
