import { Button } from '../../ui/controls/button.tsx';
import { describeBytes } from '../../ui/format/describe-bytes.ts';
import { Dialog } from '../../ui/layout/dialog.tsx';
import type { Removals } from './use-removals.ts';

/** Confirms the removal of files from the device. */
export function RemovalDialog({ removals }: { removals: Removals }) {
  const { question, isBusy, remove, cancel } = removals;
  if (question === null) return null;
  const { course, name, bytes } = question;
  return (
    <Dialog
      isOpen
      title={`Remove from this device: ${name.toLowerCase()}?`}
      onClose={cancel}
      actions={
        <>
          <Button onClick={cancel}>Cancel</Button>
          <Button variant="danger" isBusy={isBusy} onClick={() => void remove(question)}>
            Remove {describeBytes(bytes)}
          </Button>
        </>
      }
    >
      <p>
        {name} of “{course.title}” are removed from this device. The lesson text and your progress stay. You
        can download the files again when you are connected.
      </p>
    </Dialog>
  );
}
