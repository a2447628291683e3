import { useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { describeCommand } from '#schema/commands.ts';
import { signOut } from '../session/session.ts';
import { useSyncStatus } from '../session/use-sync-status.ts';
import type { OutboxRow } from '../store/outbox.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Notice } from '../ui/notice.tsx';
import { paths } from './paths.ts';
import styles from './sign-out.module.css';

type Choice = Parameters<typeof signOut>[0];

/**
 * Signs out at once when everything has arrived. With unsent work it says what that is, and leaves the
 * choice: send it now, keep it here for the next login, or discard it.
 */
export function SignOut({ onStay }: { onStay: () => void }) {
  const [unsent, setUnsent] = useState<readonly OutboxRow[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const navigate = useNavigate();

  const leave = useCallback(
    async (choice: Choice) => {
      try {
        const outcome = await signOut(choice);
        if (outcome.done) navigate(paths.home);
        else setUnsent(outcome.unsent);
      } catch (error) {
        setProblem(error instanceof Error ? error.message : String(error));
      }
    },
    [navigate],
  );

  const hasAsked = useRef(false);
  useEffect(() => {
    if (hasAsked.current) return;
    hasAsked.current = true;
    void leave('ifNothingUnsent');
  }, [leave]);

  if (unsent === null && problem === null) return null;
  return (
    <Dialog isOpen title="Sign out with unsent work?" onClose={onStay}>
      {problem && <Notice tone="bad">{problem}</Notice>}
      {unsent && <UnsentWork unsent={unsent} />}
      {unsent && <Choices unsent={unsent} onLeave={leave} onStay={onStay} />}
    </Dialog>
  );
}

function UnsentWork({ unsent }: { unsent: readonly OutboxRow[] }) {
  return (
    <>
      <p>This is kept on this device and has not reached the server:</p>
      <ul className={styles.list}>
        {unsent.map((row) => (
          <li key={row.id}>
            {describeCommand(row.command)}
            {row.state === 'refused' && row.lastProblem && <span> ({row.lastProblem})</span>}
          </li>
        ))}
      </ul>
    </>
  );
}

interface ChoicesProps {
  unsent: readonly OutboxRow[];
  onLeave: (choice: Choice) => Promise<void>;
  onStay: () => void;
}

function Choices({ unsent, onLeave, onStay }: ChoicesProps) {
  const { isSending, sendNow, note } = useSendNow(unsent, onLeave);
  const [isSure, setIsSure] = useState(false);
  return (
    <div className={styles.choices}>
      <Button variant="primary" isBusy={isSending} onClick={sendNow}>
        {isSending ? 'Sending…' : 'Send now, then sign out'}
      </Button>
      {note && <p role="status">{note}</p>}
      <Button onClick={() => void onLeave('keepUnsent')}>Keep it here for my next login</Button>
      {isSure ? (
        <Button variant="danger" onClick={() => void onLeave('discardUnsent')}>
          Yes, discard it for good
        </Button>
      ) : (
        <Button variant="danger" onClick={() => setIsSure(true)}>
          Discard it
        </Button>
      )}
      <Button variant="quiet" onClick={onStay}>
        Stay signed in
      </Button>
    </div>
  );
}

/** Sends what waits; signs out by itself once nothing is left. */
function useSendNow(unsent: readonly OutboxRow[], onLeave: (choice: Choice) => Promise<void>) {
  const [isSending, setIsSending] = useState(false);
  const status = useSyncStatus();
  useEffect(() => {
    if (!isSending) return;
    if (status.unsent === 0) void onLeave('ifNothingUnsent');
    else if (status.kind !== 'sending' && status.kind !== 'kept') setIsSending(false);
  }, [isSending, status, onLeave]);

  const sendNow = async () => {
    setIsSending(true);
    const { retryCommand } = await import('../sync/outbox.ts');
    for (const row of unsent) await retryCommand(row.id);
  };
  const note = {
    offline: 'You are offline. Sending has to wait for a connection.',
    paused: 'Sending needs you to sign in again first.',
    needsYou: 'The server refused part of it. You can keep it here or discard it.',
    kept: null,
    sending: null,
    sent: null,
  }[status.kind];
  return { isSending, sendNow: () => void sendNow(), note };
}
