import { type FormEvent, useState } from 'react';
import { call } from '#pwa/api/call.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { Notice } from '#pwa/ui/feedback/notice.tsx';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import type { Passkey } from '#schema/account/passkeys.ts';
import { passkeyEndpoints } from '#schema/endpoints/passkey-endpoints.ts';
import styles from '../second-factor.module.css';
import { useAttempt } from '../use-attempt.ts';
import { NameField } from './add-passkey-form.tsx';

interface RenamePasskeyFormProps {
  passkey: Passkey;
  onDone: () => void;
  onCancel: () => void;
}

/** The name is a label for its owner only, so no password is needed. */
export function RenamePasskeyForm({ passkey, onDone, onCancel }: RenamePasskeyFormProps) {
  const [name, setName] = useState(passkey.name);
  const { problems, failure, isBusy, attempt } = useAttempt();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void attempt(async () => {
      await call(passkeyEndpoints.renamePasskey, { params: { passkeyId: passkey.id }, body: { name } });
      onDone();
    });
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <NameField name={name} problem={problems.name} onName={setName} />
      {failure && <Notice tone="bad">{failure}</Notice>}
      <Cluster>
        <Button type="submit" variant="primary" isBusy={isBusy}>
          Save name
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </Cluster>
    </form>
  );
}
