import type { SecondFactorStatus } from '#schema/account/second-factor.ts';
import { Button } from '../ui/controls/button.tsx';
import { Chip } from '../ui/display/chip.tsx';
import { Notice } from '../ui/feedback/notice.tsx';
import { Cluster } from '../ui/layout/cluster.tsx';
import { PasskeyPart } from './passkeys/passkey-part.tsx';
import styles from './second-factor.module.css';
import type { Step } from './step.ts';

/** Below this number, the section suggests creating new ones. */
const FEW_CODES = 3;

interface StatusViewProps {
  status: SecondFactorStatus;
  /** Without a connection nothing can be changed. */
  isDisabled: boolean;
  onStep: (step: Step) => void;
}

/** The second factors of the account, each with its actions. */
export function StatusView({ status, isDisabled, onStep }: StatusViewProps) {
  return (
    <>
      {status.isOn && (
        <div className={styles.part}>
          <Cluster as="p">
            <Chip tone="ok">On</Chip> {describeCodes(status.recoveryCodesLeft)}
          </Cluster>
          {status.recoveryCodesLeft < FEW_CODES && (
            <Notice tone="wait">Generate new recovery codes before you use the last one.</Notice>
          )}
          <Cluster>
            <Button disabled={isDisabled} onClick={() => onStep({ kind: 'renew' })}>
              New recovery codes
            </Button>
          </Cluster>
        </div>
      )}
      <PasskeyPart
        status={status}
        isDisabled={isDisabled}
        onAdd={() => onStep({ kind: 'addPasskey' })}
        onRename={(passkey) => onStep({ kind: 'renamePasskey', passkey })}
        onRemove={(passkey) => onStep({ kind: 'removePasskey', passkey })}
      />
      <AppPart status={status} isDisabled={isDisabled} onStep={onStep} />
    </>
  );
}

function AppPart({ status, isDisabled, onStep }: StatusViewProps) {
  const isOnly = status.passkeys.length === 0;
  return (
    <div className={styles.part}>
      <h3>Authenticator app</h3>
      <p className={styles.hint}>An app on your phone that shows a new code every 30 seconds.</p>
      {status.hasApp && isOnly && status.isRequired && (
        <p className={styles.hint}>
          This installation requires two-step sign-in of admins. If you turn it off, for example to change
          phones, you have to set it up again immediately.
        </p>
      )}
      <Cluster>
        {status.hasApp ? (
          <Button variant="danger" disabled={isDisabled} onClick={() => onStep({ kind: 'turnOff' })}>
            {isOnly ? 'Turn off' : 'Remove the app'}
          </Button>
        ) : (
          <Button disabled={isDisabled} onClick={() => onStep({ kind: 'setUp' })}>
            Set up an authenticator app
          </Button>
        )}
      </Cluster>
    </div>
  );
}

function describeCodes(count: number): string {
  return count === 1 ? '1 recovery code is left.' : `${count} recovery codes are left.`;
}
