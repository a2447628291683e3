import { Button } from '#pwa/ui/controls/button.tsx';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import type { Passkey, PasskeyObstacle } from '#schema/account/passkeys.ts';
import type { SecondFactorStatus } from '#schema/account/second-factor.ts';
import { PASSKEYS_PER_USER_MAX } from '#schema/limits.ts';
import styles from '../second-factor.module.css';
import { PasskeyList } from './passkey-list.tsx';

const obstacles: Readonly<Record<PasskeyObstacle, string>> = {
  noPublicUrl:
    'Passkeys are not available here: they are bound to the address of the server, and the operator has not set it (PUBLIC_URL).',
  notHttps:
    'Passkeys are not available here: browsers allow them only over https, and the address that the operator has set (PUBLIC_URL) is not encrypted.',
  noHostName:
    'Passkeys are not available here: they need a host name, and the address that the operator has set (PUBLIC_URL) is a number.',
};

interface PasskeyPartProps {
  status: SecondFactorStatus;
  isDisabled: boolean;
  onAdd: () => void;
  onRename: (passkey: Passkey) => void;
  onRemove: (passkey: Passkey) => void;
}

/** The passkeys of the account, or why it can have none. */
export function PasskeyPart({ status, isDisabled, onAdd, onRename, onRemove }: PasskeyPartProps) {
  const { passkeys, passkeyObstacle } = status;
  const isFull = passkeys.length >= PASSKEYS_PER_USER_MAX;
  return (
    <div className={styles.part}>
      <h3>Passkeys</h3>
      <p className={styles.hint}>
        On your phone, computer or security key. A passkey works only at the address of this server, so a page
        that imitates it gets nothing.
      </p>
      {passkeys.length > 0 && (
        <PasskeyList passkeys={passkeys} isDisabled={isDisabled} onRename={onRename} onRemove={onRemove} />
      )}
      {passkeyObstacle !== null && <p>{obstacles[passkeyObstacle]}</p>}
      {isFull && <p>You have {passkeys.length} passkeys, which is the most that an account can have.</p>}
      {passkeyObstacle === null && !isFull && (
        <Cluster>
          <Button disabled={isDisabled} onClick={onAdd}>
            Add a passkey
          </Button>
        </Cluster>
      )}
    </div>
  );
}
