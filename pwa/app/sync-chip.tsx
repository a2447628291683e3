import { useSession } from '../session/use-session.ts';
import { useSyncStatus } from '../session/use-sync-status.ts';
import { Chip } from '../ui/chip.tsx';
import { AlertIcon, CheckIcon, ClockIcon, OfflineIcon } from '../ui/icons.tsx';
import { SpinnerMark } from '../ui/spinner.tsx';
import { Menu } from './menu.tsx';
import styles from './sync-chip.module.css';
import { SyncPanel } from './sync-panel.tsx';
import { syncWords } from './sync-words.ts';

const marks = {
  offline: OfflineIcon,
  kept: ClockIcon,
  sending: SpinnerMark,
  sent: CheckIcon,
  paused: ClockIcon,
  needsYou: AlertIcon,
};

/**
 * Shows the sync status in the bar and opens a summary with a link to the sync centre. Unobtrusive when
 * everything is sent.
 */
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
        <SyncPanel status={status} isKnown={isKnown} />
      </Menu>
    </div>
  );
}
