import { useState } from 'react';
import { v7 as uuidv7 } from 'uuid';
import { call } from '#pwa/api/call.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { Notice } from '#pwa/ui/feedback/notice.tsx';
import { TextField } from '#pwa/ui/fields/text-field.tsx';
import { TimeAgo } from '#pwa/ui/format/time-ago.tsx';
import { useNow } from '#pwa/ui/format/use-now.ts';
import { Card } from '#pwa/ui/layout/card.tsx';
import { Dialog } from '#pwa/ui/overlays/dialog.tsx';
import { FormDialog } from '#pwa/ui/overlays/form-dialog.tsx';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { SHOP_TEXT_MAX_CHARACTERS } from '#schema/limits.ts';
import type { ApiKey } from '#schema/shops/shops.ts';
import { isVisible } from '#schema/visible-text.ts';
import styles from './admin-shops-page.module.css';
import { CopiedText } from './copied-text.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { useAction } from './use-action.ts';

interface ApiKeysProps {
  keys: readonly ApiKey[];
  onChange: () => void;
}

/** Keys of programs that create codes. */
export function ApiKeys({ keys, onChange }: ApiKeysProps) {
  const [revoked, setRevoked] = useState<ApiKey | null>(null);
  const now = useNow();
  if (keys.length === 0)
    return <p className={styles.quiet}>No keys. A program with one can create codes and do nothing else.</p>;
  return (
    <Card as="section" aria-label="API keys">
      <ul>
        {keys.map((key) => (
          <li key={key.id} className={styles.order}>
            <p>{key.name}</p>
            <p className={styles.quiet}>
              {key.lastUsedAt === null ? (
                'Never used'
              ) : (
                <>
                  Last used <TimeAgo at={key.lastUsedAt} now={now} />
                </>
              )}
            </p>
            <Button size="sm" aria-label={`Revoke key ${key.name}`} onClick={() => setRevoked(key)}>
              Revoke
            </Button>
          </li>
        ))}
      </ul>
      {revoked !== null && (
        <RemoveDialog
          title={`Revoke “${revoked.name}”?`}
          action="Revoke key"
          remove={() => call(endpoints.deleteApiKey, { params: { keyId: revoked.id } })}
          onDone={() => {
            setRevoked(null);
            onChange();
          }}
          onClose={() => setRevoked(null)}
        >
          The program that uses it can create no more codes. Codes that it created stay.
        </RemoveDialog>
      )}
    </Card>
  );
}

interface AddKeyDialogProps {
  onAdded: () => void;
  onClose: () => void;
}

/** Creates a key, and shows it this once. */
export function AddKeyDialog({ onAdded, onClose }: AddKeyDialogProps) {
  const [name, setName] = useState('');
  const [error, setError] = useState<string | null>(null);
  const { run, ...state } = useAction();
  const [key, setKey] = useState<string | null>(null);
  if (key !== null)
    return (
      <Dialog isOpen title="Copy the key" onClose={onClose} actions={<Button onClick={onClose}>Done</Button>}>
        <CopiedText label="API key" text={key} />
        <Notice tone="wait" title="The key is shown only once">
          Copy it now. If it is lost, revoke it and create another.
        </Notice>
      </Dialog>
    );
  const add = () => {
    if (!isVisible(name)) return setError('Enter a name');
    void run(async () => {
      setKey((await call(endpoints.createApiKey, { body: { id: uuidv7(), name } })).key);
      onAdded();
    });
  };
  return (
    <FormDialog {...state} title="Create an API key" submit="Create key" onSubmit={add} onClose={onClose}>
      <TextField
        label="Name"
        required
        maxLength={SHOP_TEXT_MAX_CHARACTERS}
        value={name}
        error={error}
        hint="The program that uses it"
        onChange={({ target }) => {
          setName(target.value);
          setError(null);
        }}
      />
    </FormDialog>
  );
}
