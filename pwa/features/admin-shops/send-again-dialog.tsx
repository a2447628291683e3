import { useState } from 'react';
import * as v from 'valibot';
import { TextField } from '#pwa/ui/fields/text-field.tsx';
import { FormDialog } from '#pwa/ui/overlays/form-dialog.tsx';
import { Email } from '#schema/account/email.ts';
import { useAction } from './use-action.ts';

interface SendAgainDialogProps {
  /** The address that refused the mail. */
  email: string;
  send: (email: string) => Promise<unknown>;
  onDone: () => void;
  onClose: () => void;
}

/** Mails the codes of an order again, to an address that an admin corrects. */
export function SendAgainDialog({ send, onDone, onClose, ...given }: SendAgainDialogProps) {
  const [email, setEmail] = useState(given.email);
  const [error, setError] = useState<string | null>(null);
  const { run, ...state } = useAction();
  const submit = () => {
    const parsed = v.safeParse(Email, email, { abortPipeEarly: true });
    if (!parsed.success) return setError(parsed.issues[0].message);
    void run(async () => {
      await send(parsed.output);
      onDone();
    });
  };
  return (
    <FormDialog {...state} title="Send the codes again" submit="Send" onSubmit={submit} onClose={onClose}>
      <TextField
        label="Email of the buyer"
        type="email"
        inputMode="email"
        autoComplete="off"
        value={email}
        error={error}
        onChange={({ target }) => {
          setEmail(target.value);
          setError(null);
        }}
      />
    </FormDialog>
  );
}
