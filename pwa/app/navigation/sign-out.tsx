import { useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { UnsentWorkList } from '#pwa/offline/unsent-work-list.tsx';
import { paths } from '#pwa/paths.ts';
import { usePrivateQuery } from '#pwa/session/queries/use-private-query.ts';
import { type SignOutChoice, signOut } from '#pwa/session/session.ts';
import type { UnsentWork } from '#pwa/session/sign-out/departing.ts';
import { useSyncStatus } from '#pwa/session/use-sync-status.ts';
import { useUserId } from '#pwa/session/use-user-id.ts';
import { listUnsent, type OutboxRow } from '#pwa/store/account/outbox.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { Notice } from '#pwa/ui/feedback/notice.tsx';
import { Dialog } from '#pwa/ui/overlays/dialog.tsx';
import { saveFile } from '#pwa/ui/save-file.ts';
import { messages } from '#schema/messages/messages.ts';
import { describeFailure } from '#schema/messages/user-facing-error.ts';
import styles from './sign-out.module.css';

/**
 * Signs out at once if everything has been sent. With unsent commands or unsaved changes, it lists them and
 * offers to send them now, to leave them on the device for the next login, to save them as a file, or to
 * discard them.
 */
export function SignOut({ onStay }: { onStay: () => void }) {
  const [work, setWork] = useState<UnsentWork | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const userId = useUserId();
  const navigate = useNavigate();

  const leave = useCallback(
    async (choice: SignOutChoice) => {
      try {
        if (choice === 'ifNothingUnsent') await restoreLost(userId);
        // Rendered together with the end of the session: the guard of a private page would show the login.
        const goHome = () => void navigate(paths.home, { flushSync: true });
        const outcome = await signOut(userId, choice, goHome);
        if (!outcome.done) setWork(outcome);
      } catch (error) {
        setProblem(describeFailure(error));
      }
    },
    [userId, navigate],
  );

  const hasRequested = useRef(false);
  useEffect(() => {
    if (hasRequested.current) return;
    hasRequested.current = true;
    void leave('ifNothingUnsent');
  }, [leave]);

  if (work === null && problem === null) return null;
  return (
    <Dialog isOpen title="Sign out with unsent work?" onClose={onStay}>
      {problem && <Notice tone="bad">{problem}</Notice>}
      {work && <UnsentWorkList work={work} />}
      {work && <Choices work={work} onLeave={leave} onStay={onStay} />}
    </Dialog>
  );
}

/** Work that only its copy has is unsent too. One that cannot be restored now outlasts the sign-out. */
async function restoreLost(userId: string): Promise<void> {
  try {
    const sync = await import('#pwa/sync/copy/restore-lost.ts');
    await sync.restoreLost(userId);
  } catch {
    // On a full disk, or if the user has signed out in another tab.
  }
}

interface ChoicesProps {
  work: UnsentWork;
  onLeave: (choice: SignOutChoice) => Promise<void>;
  onStay: () => void;
}

function Choices({ work, onLeave, onStay }: ChoicesProps) {
  const { isSending, sendNow, note } = useSendNow(work.unsent, onLeave);
  const { exportFile, exported } = useExport();
  const [isSure, setIsSure] = useState(false);
  return (
    <div className={styles.choices}>
      {work.unsent.length > 0 && (
        <Button variant="primary" isBusy={isSending} onClick={sendNow}>
          {isSending ? 'Sending…' : 'Send now and sign out'}
        </Button>
      )}
      {note && <p role="status">{note}</p>}
      <Button onClick={() => void onLeave('keepUnsent')}>Keep for my next login</Button>
      <Button onClick={exportFile}>Export to a file</Button>
      {exported && <p role="status">{exported}</p>}
      {isSure ? (
        <Button variant="danger" onClick={() => void onLeave('discardUnsent')}>
          Discard permanently
        </Button>
      ) : (
        <Button variant="danger" onClick={() => setIsSure(true)}>
          Discard
        </Button>
      )}
      <Button variant="quiet" onClick={onStay}>
        Stay signed in
      </Button>
    </div>
  );
}

/** Saves everything as a file; this changes nothing on the device, so the choice stays open. */
function useExport() {
  const userId = useUserId();
  const [exported, setExported] = useState<string | null>(null);
  const exportFile = async () => {
    try {
      const { makeUnsentFile } = await import('#pwa/sync/outbox/make-unsent-file.ts');
      const { name, text } = await makeUnsentFile(userId);
      saveFile(name, text);
      setExported(
        `Exported as ${name}. Import it in the sync centre of another device. It does not contain files that are not uploaded yet.`,
      );
    } catch (error) {
      setExported(describeFailure(error));
    }
  };
  return { exported, exportFile: () => void exportFile() };
}

/** Sends unsent commands; signs out automatically once none are left. */
function useSendNow(first: readonly OutboxRow[], onLeave: (choice: SignOutChoice) => Promise<void>) {
  const unsent = usePrivateQuery(listUnsent, []) ?? first;
  /** The commands that were refused when sending began: each is sent under another id. Null when nothing is sent. */
  const [refusedBefore, setRefusedBefore] = useState<readonly string[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { kind, refused } = useSyncStatus();
  const isSending = refusedBefore !== null;
  useEffect(() => {
    if (refusedBefore === null) return;
    const isOver = ({ id, state }: OutboxRow) =>
      state === 'paused' || (state === 'refused' && !refusedBefore.includes(id));
    if (unsent.length === 0) void onLeave('ifNothingUnsent');
    else if (unsent.every(isOver)) setRefusedBefore(null);
  }, [refusedBefore, unsent, onLeave]);

  const sendNow = async () => {
    setRefusedBefore(unsent.filter(({ state }) => state === 'refused').map(({ id }) => id));
    setProblem(null);
    try {
      const { retryCommand } = await import('#pwa/sync/outbox/outbox.ts');
      for (const row of unsent) await retryCommand(row.id);
    } catch {
      setRefusedBefore(null);
      setProblem(messages.attemptFailed);
    }
  };
  const note = {
    offline: 'You are offline. Sending needs a connection.',
    paused: 'Sign in again to send this.',
    // It also reports changes that the browser has lost.
    needsYou:
      refused > 0
        ? 'The server refused some edits. You can keep them for your next login or discard them.'
        : null,
    waiting: isSending
      ? 'No response from the server yet. The edits are saved on this device. Retrying automatically.'
      : null,
    sending: null,
    drafts: null,
    sent: null,
  }[kind];
  return { isSending, sendNow: () => void sendNow(), note: problem ?? note };
}
