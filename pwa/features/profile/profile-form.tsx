import { type FormEvent, useEffect, useState } from 'react';
import { useFieldsForm } from '#pwa/session/use-fields-form.ts';
import { useIsOnline } from '#pwa/session/use-is-online.ts';
import type { OutboxRow } from '#pwa/store/account/outbox.ts';
import { enqueueProfile } from '#pwa/sync/enqueue/update-fields.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { Notice } from '#pwa/ui/feedback/notice.tsx';
import { TextField } from '#pwa/ui/fields/text-field.tsx';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import type { User } from '#schema/account/user.ts';
import { SUCCESS_MESSAGE_MS } from '#schema/limits.ts';
import { messages } from '#schema/messages/messages.ts';
import { AvatarField } from './avatar-field.tsx';
import { changedFields, findNameProblem, ProfileDraft } from './profile-fields.ts';
import styles from './profile-page.module.css';

const NAME_ID = 'profile-name';

/** Name and avatar; saved through the outbox, so this works offline. */
export function ProfileForm({ user }: { user: User }) {
  const { fields, row, problem, change, save } = useFieldsForm({
    ...{ kind: 'profile.update', userId: user.id, stored: ProfileDraft },
    current: { name: user.name, avatar: user.avatar },
    changed: (fields) => changedFields(fields, user),
    ...{ enqueue: enqueueProfile, failure: messages.profileScreenFailed },
  });
  const [nameProblem, setNameProblem] = useState<string | null>(null);
  const [isUnchanged, setIsUnchanged] = useState(false);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = findNameProblem(fields.name);
    setNameProblem(found);
    if (found !== null) {
      document.getElementById(NAME_ID)?.focus();
      return;
    }
    const changed = changedFields(fields, user);
    const hasChanges = Object.keys(changed).length > 0;
    setIsUnchanged(!hasChanges);
    if (hasChanges) void save(changed);
  };
  return (
    <Stack as="form" gap={4} className={styles.form} noValidate onSubmit={submit}>
      <AvatarField
        name={fields.name}
        avatar={fields.avatar}
        onChange={(avatar) => {
          setIsUnchanged(false);
          change({ avatar });
        }}
      />
      <TextField
        id={NAME_ID}
        label="Name"
        name="name"
        autoComplete="name"
        required
        error={nameProblem}
        value={fields.name}
        onChange={(event) => {
          setNameProblem(null);
          setIsUnchanged(false);
          change({ name: event.target.value });
        }}
      />
      <TextField
        label="Email"
        type="email"
        readOnly
        value={user.email}
        hint="You sign in with this email. It cannot be changed here."
        className={styles.readOnly}
      />
      <Cluster gap={3}>
        <Button type="submit" variant="primary">
          Save changes
        </Button>
        <p className={styles.unchanged} role="status">
          {isUnchanged && 'No changes to save.'}
        </p>
      </Cluster>
      {problem && <Notice tone="bad">{problem}</Notice>}
      {row && <SavedState key={row.id} row={row} />}
    </Stack>
  );
}

/** The state of the last change: on this device, being sent, acknowledged, or refused. */
function SavedState({ row }: { row: OutboxRow }) {
  const isOnline = useIsOnline();
  switch (row.state) {
    case 'acknowledged':
      return <Updated />;
    case 'refused':
      return <Notice tone="bad">{row.lastProblem ?? messages.profileScreenFailed}</Notice>;
    case 'paused':
      return (
        <Notice tone="wait" title={messages.savedOnDevice}>
          Your session has ended. Sign in again to send the change.
        </Notice>
      );
    case 'waiting':
    case 'sending':
      return (
        <Notice tone="wait" title={messages.savedOnDevice}>
          {isOnline
            ? 'Sending to your other devices.'
            : 'No connection. The change is sent automatically when you are connected.'}
        </Notice>
      );
  }
}

/** Shown for three seconds after the ack (spec map, section 9). */
function Updated() {
  const [isShown, setIsShown] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setIsShown(false), SUCCESS_MESSAGE_MS);
    return () => clearTimeout(timer);
  }, []);
  return isShown ? <Notice tone="ok">{messages.profileUpdated}</Notice> : null;
}
