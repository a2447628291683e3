import type { ChangeSecondFactorInput, SecondFactorStatus } from '#schema/account/second-factor.ts';
import { secondFactorEndpoints } from '#schema/endpoints/second-factor-endpoints.ts';
import { call } from '../api/call.ts';
import { refreshUser } from '../session/session.ts';
import { ProofForm } from './proof-form.tsx';
import { waysToConfirm } from './ways.ts';

interface ChangeFormProps {
  email: string;
  status: SecondFactorStatus | null;
  onCancel: () => void;
}

/** New recovery codes. */
export function RenewForm({
  status,
  onCodes,
  ...rest
}: ChangeFormProps & { onCodes: (codes: readonly string[]) => void }) {
  const renew = async (body: ChangeSecondFactorInput) =>
    onCodes((await call(secondFactorEndpoints.renewRecoveryCodes, { body })).recoveryCodes);
  return (
    <ProofForm
      {...rest}
      lead="New recovery codes replace the current ones, which stop working."
      submitText="Generate new codes"
      ways={waysToConfirm(status)}
      onProof={renew}
    />
  );
}

/** The removal of the authenticator app, which turns two-step sign-in off for an account without passkeys. */
export function RemoveAppForm({ status, onDone, ...rest }: ChangeFormProps & { onDone: () => void }) {
  const isLast = (status?.passkeys.length ?? 0) === 0;
  const remove = async (body: ChangeSecondFactorInput) => {
    await call(secondFactorEndpoints.turnOffSecondFactor, { body });
    // If the server requires it, the set-up follows at once.
    await refreshUser();
    onDone();
  };
  return (
    <ProofForm
      {...rest}
      lead={
        isLast
          ? 'After this, only your password is needed to sign in. Your recovery codes stop working.'
          : 'After this, the codes of the app no longer work. Your passkeys and recovery codes still do.'
      }
      submitText={isLast ? 'Turn off two-step sign-in' : 'Remove the app'}
      variant="danger"
      ways={waysToConfirm(status)}
      onProof={remove}
    />
  );
}
