import { useState } from 'react';
import { Button } from '../ui/controls/button.tsx';
import { AddPasskeyForm } from './passkeys/add-passkey-form.tsx';
import { hasPasskeySupport } from './passkeys/authenticator.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import styles from './second-factor.module.css';
import { SetUpForm } from './set-up-form.tsx';
import { useSecondFactor } from './use-second-factor.ts';

interface SetUpChoiceProps {
  email: string;
  /** It is on, and its recovery codes are shown. */
  onCodes: () => void;
  /** The user has stored the recovery codes. */
  onDone: () => void;
}

/** The set-up of a required second factor: an authenticator app, or a passkey where the installation has them. */
export function SetUpChoice({ email, onCodes, onDone }: SetUpChoiceProps) {
  const { status } = useSecondFactor();
  const [isPasskey, setIsPasskey] = useState(false);
  const [isOn, setIsOn] = useState(false);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes !== null) return <RecoveryCodes email={email} codes={codes} onDone={onDone} />;
  const showCodes = (issued: readonly string[]) => {
    onCodes();
    setCodes(issued);
  };
  // The app's form shows the recovery codes itself, which must not be left by mistake.
  const holdCodes = () => {
    setIsOn(true);
    onCodes();
  };
  const hasChoice = !isOn && status?.passkeyObstacle === null && hasPasskeySupport();
  return (
    <div className={styles.form}>
      {isPasskey ? (
        <AddPasskeyForm email={email} suggestedName="Passkey 1" ways={[]} onAdded={showCodes} />
      ) : (
        <SetUpForm email={email} ways={[]} onCodes={holdCodes} onDone={onDone} />
      )}
      {hasChoice && (
        <div>
          <Button variant="quiet" onClick={() => setIsPasskey(!isPasskey)}>
            {isPasskey ? 'Use an authenticator app instead' : 'Use a passkey instead'}
          </Button>
        </div>
      )}
    </div>
  );
}
