import { useState } from 'react';
import { attempt } from '#pwa/session/action-error.ts';
import { undoCommand } from '#pwa/sync/enqueue/admin-commands.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { Notice } from '#pwa/ui/feedback/notice.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import type { Deletion } from './workspace-model.ts';

interface DeletionsProps {
  deletions: readonly Deletion[];
  isOnline: boolean;
}

/**
 * Courses that are being deleted. Until a deletion is sent, it exists only on this device and can be undone.
 */
export function Deletions({ deletions, isOnline }: DeletionsProps) {
  if (deletions.length === 0) return null;
  return (
    <Stack as="section" gap={3} aria-label="Courses being deleted">
      {deletions.map((deletion) => (
        <DeletionNotice key={deletion.id} deletion={deletion} isOnline={isOnline} />
      ))}
    </Stack>
  );
}

function DeletionNotice({ deletion, isOnline }: { deletion: Deletion; isOnline: boolean }) {
  const [isTooLate, setIsTooLate] = useState(false);
  const undo = async () => {
    if (!(await undoCommand(deletion.id))) setIsTooLate(true);
  };
  const action = deletion.canUndo && !isTooLate && (
    <Button size="sm" onClick={() => attempt(undo)}>
      Undo<span className="visually-hidden"> deleting {deletion.title}</span>
    </Button>
  );
  return (
    <Notice tone="wait" title={`“${deletion.title}” is deleted`} actions={action || undefined}>
      {deletionSentence(deletion, { isOnline, isTooLate })}
    </Notice>
  );
}

interface Circumstances {
  readonly isOnline: boolean;
  readonly isTooLate: boolean;
}

function deletionSentence({ state, canUndo }: Deletion, { isOnline, isTooLate }: Circumstances): string {
  if (!canUndo || isTooLate) return 'The deletion is being sent and can no longer be undone.';
  if (state === 'paused') return 'Saved on this device. Sign in again to send it.';
  if (!isOnline) return 'Saved on this device. It is sent when you are connected.';
  return 'Saved on this device. It is sent in a few seconds; then the course is in the trash.';
}
