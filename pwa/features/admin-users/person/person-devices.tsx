import { TimeAgo } from '#pwa/ui/format/time-ago.tsx';
import { useNow } from '#pwa/ui/format/use-now.ts';
import type { Person } from '#schema/account/person.ts';
import type { User } from '#schema/account/user.ts';
import { SignOutAction } from '../sign-out-action.tsx';
import styles from './person.module.css';
import { Section } from './section.tsx';

interface PersonDevicesProps {
  user: User;
  devices: Person['devices'];
  /** The signed-in admin signs out by the menu, and ends other devices in the profile. */
  isOwn: boolean;
  onChange: () => void;
}

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' });

/** Where a person is signed in. */
export function PersonDevices({ user, devices, isOwn, onChange }: PersonDevicesProps) {
  const now = useNow();
  return (
    <Section
      id="person-devices"
      title="Devices"
      action={!isOwn && devices.length > 0 && <SignOutAction user={user} onDone={onChange} />}
      empty="Not signed in on any device."
      rows={devices.map(({ id, deviceName, createdAt, lastSeenAt }) => (
        <li key={id} className={styles.row}>
          <span className={styles.title}>{deviceName}</span>
          <span className={styles.quiet}>
            Last used <TimeAgo at={lastSeenAt} now={now} /> · signed in on{' '}
            <time dateTime={createdAt}>{day.format(Date.parse(createdAt))}</time>
          </span>
        </li>
      ))}
    />
  );
}
