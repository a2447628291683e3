import { call } from '#pwa/api/call.ts';
import { refreshUser } from '#pwa/session/session.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { Notice } from '#pwa/ui/feedback/notice.tsx';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import type { Passkey } from '#schema/account/passkeys.ts';
import type { ChangeSecondFactorInput, SecondFactorStatus } from '#schema/account/second-factor.ts';
import { passkeyEndpoints } from '#schema/endpoints/passkey-endpoints.ts';
import { focusOnMount } from '../focus-on-mount.ts';
import { ProofForm } from '../proof-form.tsx';
import styles from '../second-factor.module.css';
import { waysToConfirm } from '../ways.ts';

interface RemovePasskeyFormProps {
  email: string;
  passkey: Passkey;
  status: SecondFactorStatus;
  onDone: () => void;
  onCancel: () => void;
}

/** Confirms the removal with its consequence, or says why it is not possible. */
export function RemovePasskeyForm({ email, passkey, status, onDone, onCancel }: RemovePasskeyFormProps) {
  const isLast = !status.hasApp && status.passkeys.length === 1;
  const title = `“${passkey.name}”`;
  if (isLast && status.isRequired)
    return (
      <div className={styles.form}>
        <Notice tone="wait" title={`${title} cannot be removed`}>
          This installation requires two-step sign-in of its admins, and this passkey is your only second
          step. Add another passkey or an authenticator app first.
        </Notice>
        <Cluster>
          <Button ref={focusOnMount} onClick={onCancel}>
            Back
          </Button>
        </Cluster>
      </div>
    );
  const remove = async (body: ChangeSecondFactorInput) => {
    await call(passkeyEndpoints.removePasskey, { params: { passkeyId: passkey.id }, body });
    await refreshUser();
    onDone();
  };
  const consequence = isLast
    ? 'It is your only second step: after this, only your password is needed to sign in, and your recovery codes stop working.'
    : 'Your other second steps still work.';
  return (
    <ProofForm
      email={email}
      lead={`Remove ${title}? It can no longer be used to sign in. ${consequence} You can delete it from your device afterwards.`}
      submitText="Remove passkey"
      variant="danger"
      ways={waysToConfirm(status)}
      onProof={remove}
      onCancel={onCancel}
    />
  );
}
