import { Button } from '#pwa/ui/controls/button.tsx';
import { Chip } from '#pwa/ui/display/chip.tsx';
import { TimeAgo } from '#pwa/ui/format/time-ago.tsx';
import { useNow } from '#pwa/ui/format/use-now.ts';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import type { DeviceSession } from '#schema/account/session.ts';
import styles from './devices.module.css';

const HOUR_MS = 60 * 60 * 1_000;
const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' });

interface DeviceListProps {
  sessions: readonly DeviceSession[];
  onSignOut: (session: DeviceSession) => void;
}

export function DeviceList({ sessions, onSignOut }: DeviceListProps) {
  const now = useNow();
  return (
    <Stack as="ul">
      {sessions.map((session) => (
        <li key={session.id} className={styles.device}>
          <div className={styles.text}>
            <p className={styles.name}>
              {session.deviceName}
              {session.isCurrent && <Chip tone="ok">This device</Chip>}
            </p>
            <p className={styles.facts}>
              <LastUse session={session} now={now} />
              <span>Signed in on {date.format(Date.parse(session.createdAt))}</span>
            </p>
          </div>
          {!session.isCurrent && (
            <Button onClick={() => onSignOut(session)}>
              Sign out
              <span className="visually-hidden"> {session.deviceName}</span>
            </Button>
          )}
        </li>
      ))}
    </Stack>
  );
}

/** The server records the last use once an hour, so it is not shown more precisely. */
function LastUse({ session: { isCurrent, lastSeenAt }, now }: { session: DeviceSession; now: number }) {
  if (isCurrent) return <span>Active now</span>;
  if (now - Date.parse(lastSeenAt) < HOUR_MS) return <span>Last used within the last hour</span>;
  return (
    <span>
      Last used <TimeAgo at={lastSeenAt} now={now} />
    </span>
  );
}
