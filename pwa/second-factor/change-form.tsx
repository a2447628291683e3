import { type FormEvent, useState } from 'react';
import { isAppCode, normalizeSecondFactor } from '#schema/account/second-factor.ts';
import { secondFactorEndpoints } from '#schema/endpoints/second-factor-endpoints.ts';
import { call } from '../api/call.ts';
import { refreshUser } from '../session/session.ts';
import { Button } from '../ui/controls/button.tsx';
import { Notice } from '../ui/feedback/notice.tsx';
import { PasswordField } from '../ui/fields/password-field.tsx';
import { CodeField } from '../ui/forms/code-field.tsx';
import { Cluster } from '../ui/layout/cluster.tsx';
import { focusOnMount } from './focus-on-mount.ts';
import styles from './second-factor.module.css';
import { useAttempt } from './use-attempt.ts';

interface ChangeFormProps {
  email: string;
  kind: 'renew' | 'turnOff';
  onCodes?: (codes: readonly string[]) => void;
  onDone: () => void;
  onCancel: () => void;
}

const texts = {
  renew: {
    lead: 'New recovery codes replace the current ones, which stop working.',
    submit: 'Generate new codes',
    variant: 'primary',
  },
  turnOff: {
    lead: 'After this, only your password is needed to sign in. Your recovery codes stop working.',
    submit: 'Turn off two-step sign-in',
    variant: 'danger',
  },
} as const;

/** A change of two-step sign-in; it requires both factors again. */
export function ChangeForm({ email, kind, onCodes, onDone, onCancel }: ChangeFormProps) {
  const [currentPassword, setCurrentPassword] = useState('');
  const [code, setCode] = useState('');
  const [isRecoveryCode, setIsRecoveryCode] = useState(false);
  const { problems, failure, isBusy, attempt } = useAttempt();
  const { lead, submit: submitText, variant } = texts[kind];

  const change = async () => {
    const body = { currentPassword, code };
    if (kind === 'renew') {
      onCodes?.((await call(secondFactorEndpoints.renewRecoveryCodes, { body })).recoveryCodes);
      return;
    }
    await call(secondFactorEndpoints.turnOffSecondFactor, { body });
    // If the server requires it, the set-up follows at once.
    await refreshUser();
    onDone();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void attempt(change);
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <p>{lead}</p>
      <input hidden type="email" autoComplete="username" value={email} readOnly />
      <PasswordField
        ref={focusOnMount}
        label="Confirm your password"
        autoComplete="current-password"
        required
        value={currentPassword}
        error={problems.currentPassword}
        onChange={(event) => setCurrentPassword(event.target.value)}
      />
      <CodeField
        isRecoveryCode={isRecoveryCode}
        value={code}
        error={problems.code}
        onChange={(event) => setCode(event.target.value)}
      />
      <div>
        <Button
          variant="quiet"
          onClick={() => {
            // A code of the other kind is invalid in this field.
            if (isAppCode(normalizeSecondFactor(code)) !== isRecoveryCode) setCode('');
            setIsRecoveryCode(!isRecoveryCode);
          }}
        >
          {isRecoveryCode ? 'Use the authenticator app' : 'Use a recovery code'}
        </Button>
      </div>
      {failure && <Notice tone="bad">{failure}</Notice>}
      <Cluster>
        <Button type="submit" variant={variant} isBusy={isBusy}>
          {submitText}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </Cluster>
    </form>
  );
}
