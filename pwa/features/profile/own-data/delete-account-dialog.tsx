import { type FormEvent, useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { UnsentWorkList } from '#pwa/offline/unsent-work-list.tsx';
import { paths } from '#pwa/paths.ts';
import { deleteAccount } from '#pwa/session/personal-data.ts';
import { findUnsentWork, type UnsentWork } from '#pwa/session/sign-out/departing.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { TextLink } from '#pwa/ui/controls/text-link.tsx';
import { Notice } from '#pwa/ui/feedback/notice.tsx';
import { PasswordField } from '#pwa/ui/fields/password-field.tsx';
import { TextField } from '#pwa/ui/fields/text-field.tsx';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import { Dialog } from '#pwa/ui/overlays/dialog.tsx';
import { type DeletionProblems, findDeletionProblems, problemsOf, sentenceOf } from './deletion-check.ts';

interface DeleteAccountDialogProps {
  userId: string;
  email: string;
  onClose: () => void;
}

/** Says what goes and what is unsent, and asks for the email and the password. */
export function DeleteAccountDialog({ userId, email, onClose }: DeleteAccountDialogProps) {
  const work = useUnsentWork(userId);
  return (
    <Dialog isOpen title="Delete your account?" onClose={onClose}>
      <p>These go for good, on the server and on this device:</p>
      <ul className="text-list">
        <li>your name, email, picture and password</li>
        <li>your access to all courses, and your progress in them</li>
        <li>your support requests and messages to you</li>
        <li>everything on your other devices, when they next connect</li>
      </ul>
      <p>
        Activation codes that you used stay used. What you changed as an admin stays, under the name “Deleted
        user”. Backups of the server contain your data until they expire, and are not used to bring it back.
      </p>
      {work !== null && (work.unsent.length > 0 || work.drafts.length > 0) && <Unsent work={work} />}
      {work !== null && <DeletionForm userId={userId} email={email} onClose={onClose} />}
    </Dialog>
  );
}

function Unsent({ work }: { work: UnsentWork }) {
  return (
    <Notice tone="wait" title="This work is lost with the account">
      <UnsentWorkList work={work} />
      <p>
        <TextLink to={paths.syncCentre}>Send it, or export it to a file</TextLink>
      </p>
    </Notice>
  );
}

/** Null until it is read: the user has to see it before anything is deleted. */
function useUnsentWork(userId: string): UnsentWork | null {
  const [work, setWork] = useState<UnsentWork | null>(null);
  useEffect(() => {
    findUnsentWork(userId).then(setWork, () => setWork({ unsent: [], drafts: [] }));
  }, [userId]);
  return work;
}

function DeletionForm({ userId, email, onClose }: DeleteAccountDialogProps) {
  const [typed, setTyped] = useState('');
  const [password, setPassword] = useState('');
  const [problems, setProblems] = useState<DeletionProblems>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const navigate = useNavigate();
  const run = async () => {
    setIsBusy(true);
    setFailure(null);
    try {
      await deleteAccount({ userId, email, password });
      navigate(paths.login(), { replace: true, state: { isAccountDeleted: true } });
    } catch (error) {
      setProblems(problemsOf(error));
      setFailure(sentenceOf(error));
      setIsBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const found = findDeletionProblems({ typed, password }, email);
    setProblems(found);
    if (found.email === undefined && found.password === undefined) void run();
  };
  return (
    <Stack as="form" gap={4} noValidate onSubmit={submit}>
      {failure !== null && <Notice tone="bad">{failure}</Notice>}
      <TextField
        label={`Type ${email} to confirm`}
        type="email"
        autoComplete="off"
        required
        value={typed}
        error={problems.email}
        onChange={(event) => setTyped(event.target.value)}
      />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        required
        value={password}
        error={problems.password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Cluster gap={3}>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="danger" isBusy={isBusy}>
          {isBusy ? 'Deleting…' : 'Delete my account'}
        </Button>
      </Cluster>
    </Stack>
  );
}
