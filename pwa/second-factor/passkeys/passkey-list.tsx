import { Button } from '#pwa/ui/controls/button.tsx';
import { Chip } from '#pwa/ui/display/chip.tsx';
import { TimeAgo } from '#pwa/ui/format/time-ago.tsx';
import { useNow } from '#pwa/ui/format/use-now.ts';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import type { Passkey } from '#schema/account/passkeys.ts';
import styles from '../second-factor.module.css';

const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' });

interface PasskeyListProps {
  passkeys: readonly Passkey[];
  isDisabled: boolean;
  onRename: (passkey: Passkey) => void;
  onRemove: (passkey: Passkey) => void;
}

export function PasskeyList({ passkeys, isDisabled, onRename, onRemove }: PasskeyListProps) {
  const now = useNow();
  return (
    <ul aria-label="Your passkeys">
      {passkeys.map((passkey) => (
        <li key={passkey.id} className={styles.passkey}>
          <div className={styles.passkeyText}>
            <p className={styles.name}>
              {passkey.name}
              {!passkey.isUsable && <Chip tone="wait">Other address</Chip>}
            </p>
            <p className={styles.facts}>
              {!passkey.isUsable && <span>Works only at {passkey.host}</span>}
              <span>Added on {date.format(Date.parse(passkey.createdAt))}</span>
              {passkey.lastUsedAt === null ? (
                <span>Not used yet</span>
              ) : (
                <span>
                  Last used <TimeAgo at={passkey.lastUsedAt} now={now} />
                </span>
              )}
            </p>
          </div>
          <Cluster>
            <Button disabled={isDisabled} onClick={() => onRename(passkey)}>
              Rename
              <span className="visually-hidden"> {passkey.name}</span>
            </Button>
            <Button disabled={isDisabled} onClick={() => onRemove(passkey)}>
              Remove
              <span className="visually-hidden"> {passkey.name}</span>
            </Button>
          </Cluster>
        </li>
      ))}
    </ul>
  );
}
