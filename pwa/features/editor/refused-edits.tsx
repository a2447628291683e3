import { describeCommand } from '#schema/commands.ts';
import type { OutboxRow } from '../../store/outbox.ts';
import { discardCommand, retryCommand } from '../../sync/outbox.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useDesk } from './editor-context.tsx';

/** Edits of this course that the server did not take, each with its reason and what can be done. */
export function RefusedEdits() {
  const { editor } = useDesk();
  const refused = editor.unsent.filter(
    ({ state, lastProblem }) => state === 'refused' && lastProblem !== null,
  );
  return refused.map((row) => <RefusedEdit key={row.id} row={row} />);
}

function RefusedEdit({ row }: { row: OutboxRow }) {
  const { ask } = useDesk();
  const what = describeCommand(row.command);
  const askToDiscard = () =>
    ask({
      title: 'Discard this edit?',
      sentence: what,
      note: 'It was never taken by the server and leaves this device for good.',
      action: 'Discard',
      onYes: () => void discardCommand(row.id),
    });
  const actions = (
    <>
      <Button size="sm" onClick={() => void retryCommand(row.id)}>
        Try again
      </Button>
      <Button size="sm" variant="quiet" onClick={askToDiscard}>
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
