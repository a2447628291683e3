import { lazy, Suspense } from 'react';
import { useSession } from '#pwa/session/use-session.ts';
import { useSyncStatus } from '#pwa/session/use-sync-status.ts';
import { Chip } from '#pwa/ui/display/chip.tsx';
import { AlertIcon, CheckIcon, ClockIcon, OfflineIcon } from '#pwa/ui/display/icons.tsx';
import { SpinnerMark } from '#pwa/ui/display/spinner.tsx';
import { Menu } from '#pwa/ui/overlays/menu.tsx';
import styles from './sync-chip.module.css';
import { syncText } from './sync-text.ts';

const SyncPanel = lazy(async () => ({ default: (await import('./sync-panel.tsx')).SyncPanel }));

const marks = {
  offline: OfflineIcon,
  waiting: ClockIcon,
  sending: SpinnerMark,
  drafts: ClockIcon,
  sent: CheckIcon,
  paused: ClockIcon,
  needsYou: AlertIcon,
};

/**
 * Shows the sync status in the bar and opens a summary with a link to the sync centre. Unobtrusive when
 * nothing waits.
 */
export function SyncChip({ isQuiet = false }: { isQuiet?: boolean }) {
  const status = useSyncStatus();
  const session = useSession();
  const isKnown = session.state === 'signedIn' || session.state === 'expired';
  const text = syncText(status, isKnown);
  const isCalm = status.kind === 'sent' || status.kind === 'drafts';
  if (text === null || (isQuiet && isCalm)) return null;
  const Mark = marks[status.kind];
  const chip = (
    <Chip tone={text.tone} icon={<Mark />}>
      {/* On phones only the icon shows that everything was sent; the text stays for screen readers and in the panel. */}
      <span data-bar-label={status.kind === 'sent' ? 'wide' : undefined}>
        {text.label}
        {text.wide && <span data-bar-label="wide"> {text.wide}</span>}
      </span>
    </Chip>
  );
  return (
    <div className={styles.sync} data-sync={status.kind}>
      <Menu label={`${[text.label, text.wide].filter(Boolean).join(' ')}. Show details`} face={chip} isBare>
        <Suspense fallback={null}>
          <SyncPanel status={status} isKnown={isKnown} />
        </Suspense>
      </Menu>
    </div>
  );
}
