import { attempt } from '../session/action-error.ts';
import { discardCommand, retryCommand } from '../sync/outbox/outbox.ts';
import { Button } from '../ui/controls/button.tsx';

/** Buttons that send a refused edit again or discard it. `editId` is the id of its command. */
export function RefusalActions({ editId }: { readonly editId: string }) {
  return (
    <>
      <Button size="sm" onClick={() => attempt(() => retryCommand(editId))}>
        Try again
      </Button>
      <Button size="sm" variant="quiet" onClick={() => attempt(() => discardCommand(editId))}>
        Discard
      </Button>
    </>
  );
}
