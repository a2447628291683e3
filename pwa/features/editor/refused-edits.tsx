import { UnsentConflict } from '#pwa/conflict/unsent-conflict.tsx';
import type { OutboxRow } from '#pwa/store/account/outbox.ts';
import { discardCommand, discardCommands, retryCommand } from '#pwa/sync/outbox/outbox.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { Notice } from '#pwa/ui/feedback/notice.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import { describeCommand } from '#schema/commands/all-commands.ts';
import { messages } from '#schema/messages/messages.ts';
import { useEditor, useEditorContext } from './context/editor-context.tsx';
import styles from './course-editor.module.css';
import { canMoveBackToDraft, hasRow, moveBackToDraft } from './model/move-back-to-draft.ts';
import { ShowRecord } from './show-record.tsx';

/** Edits of this course that the server refused, each with its reason, and conflicts. */
export function RefusedEdits() {
  const { unsent } = useEditor();
  // Other edits of a save that was refused as a whole have no reason of their own.
  const refused = unsent.filter(({ state, lastProblem }) => state === 'refused' && lastProblem !== null);
  if (refused.length === 0) return null;
  return (
    <Stack as="section" gap={4} aria-labelledby="refused-edits">
      <h2 id="refused-edits" className="visually-hidden">
        Edits that need you
      </h2>
      {refused.map((row) =>
        row.conflict ? <Conflict key={row.id} row={row} /> : <RefusedEdit key={row.id} row={row} />,
      )}
    </Stack>
  );
}

function Conflict({ row }: { row: OutboxRow }) {
  return (
    <Stack gap={2} align="start" className={styles.conflict}>
      <UnsentConflict row={row} />
      <ShowRecord command={row.command} />
    </Stack>
  );
}

function RefusedEdit({ row }: { row: OutboxRow }) {
  const { book, confirm, run } = useEditorContext();
  const { seen, unsent } = useEditor();
  // Edits that were saved together move back to draft together.
  const together =
    row.groupId === undefined ? [row] : unsent.filter(({ groupId }) => groupId === row.groupId);
  const editAgain = async () => {
    // The others are sent alone, and then need a decision because their rows were deleted.
    const moved = together.filter(({ command }) => hasRow(seen, command));
    book.change((drafts) => moved.reduce((sum, { command }) => moveBackToDraft(sum, seen, command), drafts));
    // Stored as a draft before it is removed from the outbox.
    await book.flush();
    if (book.saveState.get().kind === 'saved') await discardCommands(moved.map(({ id }) => id));
  };
  const canEditAgain =
    hasRow(seen, row.command) && together.every(({ command }) => canMoveBackToDraft(command));
  const what = describeCommand(row.command);
  const confirmDiscard = () =>
    confirm({
      title: 'Discard this edit?',
      sentence: what,
      note: 'The server refused this edit. It is deleted from this device permanently.',
      action: 'Discard',
      onYes: () => void run(messages.changesFailed, () => discardCommand(row.id)),
    });
  const actions = (
    <>
      <Button onClick={() => void run(messages.changesFailed, () => retryCommand(row.id))}>Try again</Button>
      {canEditAgain && (
        <Button onClick={() => void run(messages.changesFailed, editAgain)}>Edit again</Button>
      )}
      <ShowRecord command={row.command} />
      <Button variant="quiet" onClick={confirmDiscard}>
        Discard
      </Button>
    </>
  );
  return (
    <Notice tone="bad" title={what} actions={actions}>
      <p>{row.lastProblem}</p>
    </Notice>
  );
}
