import { useState } from 'react';
import { call } from '#pwa/api/call.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { Notice } from '#pwa/ui/feedback/notice.tsx';
import { TextField } from '#pwa/ui/fields/text-field.tsx';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import type { ChangeSecondFactorInput } from '#schema/account/second-factor.ts';
import { passkeyEndpoints } from '#schema/endpoints/passkey-endpoints.ts';
import { PASSKEY_NAME_MAX_CHARACTERS } from '#schema/limits.ts';
import { focusOnMount } from '../focus-on-mount.ts';
import { ProofForm } from '../proof-form.tsx';
import styles from '../second-factor.module.css';
import type { Way } from '../ways.ts';
import { createPasskey, hasPasskeySupport } from './authenticator.ts';
import { passkeySentences } from './passkey-sentence.ts';

interface AddPasskeyFormProps {
  email: string;
  suggestedName: string;
  ways: readonly Way[];
  /** The recovery codes are those of an account whose first second factor this is; otherwise none. */
  onAdded: (recoveryCodes: readonly string[]) => void;
  onCancel?: (() => void) | undefined;
}

/** Asks for a name and the password, then has the browser create a passkey. */
export function AddPasskeyForm({ email, suggestedName, ways, onAdded, onCancel }: AddPasskeyFormProps) {
  const [name, setName] = useState(suggestedName);
  if (!hasPasskeySupport())
    return (
      <div className={styles.form}>
        <Notice tone="wait">{passkeySentences.unsupported}</Notice>
        {onCancel && (
          <Cluster>
            <Button ref={focusOnMount} onClick={onCancel}>
              Back
            </Button>
          </Cluster>
        )}
      </div>
    );
  const add = async (body: ChangeSecondFactorInput) => {
    const { creation } = await call(passkeyEndpoints.startPasskey, { body });
    const passkey = await createPasskey(creation);
    const { recoveryCodes } = await call(passkeyEndpoints.addPasskey, { body: { name, passkey } });
    onAdded(recoveryCodes);
  };
  return (
    <ProofForm
      email={email}
      lead="A passkey is stored on your phone, computer or security key. Confirm your password; your browser then asks where to create it."
      submitText="Create passkey"
      ways={ways}
      onProof={add}
      onCancel={onCancel}
      field={(problem) => <NameField name={name} problem={problem} onName={setName} isFocused={!!onCancel} />}
    />
  );
}

interface NameFieldProps {
  name: string;
  problem: string | undefined;
  onName: (name: string) => void;
  isFocused?: boolean;
}

export function NameField({ name, problem, onName, isFocused = true }: NameFieldProps) {
  return (
    <TextField
      ref={isFocused ? focusOnMount : undefined}
      label="Name of the passkey"
      hint="For example the device or security key that stores it."
      autoComplete="off"
      required
      maxLength={PASSKEY_NAME_MAX_CHARACTERS}
      value={name}
      error={problem}
      onChange={(event) => onName(event.target.value)}
    />
  );
}
