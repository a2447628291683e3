import { useState } from 'react';
import { paths } from '#pwa/paths.ts';
import { attempt } from '#pwa/session/action-error.ts';
import { discardCommand, retryCommand } from '#pwa/sync/outbox/outbox.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { ButtonLink } from '#pwa/ui/controls/button-link.tsx';
import { Notice } from '#pwa/ui/feedback/notice.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import { ConfirmDialog } from '#pwa/ui/overlays/confirm-dialog.tsx';
import { messages } from '#schema/messages/messages.ts';
import type { PendingActivation } from '../use-dashboard.ts';

/** Codes without an ack: waiting ones, and refused ones with the reason. */
export function PendingActivations({ rows }: { rows: readonly PendingActivation[] }) {
  if (rows.length === 0) return null;
  return (
    <Stack as="section" gap={3} aria-label="Courses waiting to be unlocked">
      {rows.map((row) =>
        row.state === 'refused' ? <Refused key={row.id} row={row} /> : <Waiting key={row.id} row={row} />,
      )}
    </Stack>
  );
}

/** The page on which the code can be reviewed and changed. */
function addressOf({ courseId }: PendingActivation): string {
  return courseId === null ? paths.enterCode : paths.activate(courseId);
}

function Waiting({ row }: { row: PendingActivation }) {
  const link = (
    <ButtonLink to={addressOf(row)} size="sm">
      View
    </ButtonLink>
  );
  const name = row.courseTitle === null ? 'The course of your code' : `“${row.courseTitle}”`;
  const title = row.state === 'sending' ? 'is being unlocked' : 'will unlock when connected';
  return (
    <Notice tone="wait" title={`${name} ${title}`} actions={link}>
      {row.state === 'paused'
        ? 'Your code is saved on this device. Sign in again to send it.'
        : 'Your code is saved on this device and is sent automatically. The server checks it then.'}
    </Notice>
  );
}

function Refused({ row }: { row: PendingActivation }) {
  const [isConfirming, setIsConfirming] = useState(false);
  const actions = (
    <>
      <ButtonLink to={addressOf(row)} variant="primary" size="sm">
        Change the code
      </ButtonLink>
      <Button size="sm" onClick={() => attempt(() => retryCommand(row.id))}>
        Try again
      </Button>
      <Button size="sm" variant="quiet" onClick={() => setIsConfirming(true)}>
        Discard
      </Button>
    </>
  );
  return (
    <>
      <Notice
        tone="bad"
        title={
          row.courseTitle === null
            ? 'Your code did not unlock a course'
            : `“${row.courseTitle}” was not unlocked`
        }
        actions={actions}
      >
        <p>{row.lastProblem ?? messages.activationScreenFailed}</p>
        <p>Your code is still saved on this device.</p>
      </Notice>
      <DiscardDialog row={row} isOpen={isConfirming} onClose={() => setIsConfirming(false)} />
    </>
  );
}

interface DiscardDialogProps {
  row: PendingActivation;
  isOpen: boolean;
  onClose: () => void;
}

function DiscardDialog({ row, isOpen, onClose }: DiscardDialogProps) {
  const discard = () => {
    onClose();
    attempt(() => discardCommand(row.id));
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title="Discard this code?"
      action="Discard code"
      onConfirm={discard}
      onCancel={onClose}
    >
      <p>
        The code you entered{row.courseTitle === null ? '' : ` for “${row.courseTitle}”`} is removed from this
        device. You can enter it again at any time.
      </p>
    </ConfirmDialog>
  );
}
