import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

/** Something to be asked before it is done. */
export interface Question {
  readonly title: string;
  /** The sentence that the specification fixes, where it does. */
  readonly sentence: string;
  /** What is true besides. */
  readonly note?: string;
  /** The word on the button that does it. */
  readonly action: string;
  readonly onYes: () => void;
  readonly onNo?: () => void;
}

interface ConfirmDialogProps {
  question: Question | null;
  onClose: () => void;
}

/** Stands in for the browser's confirm, which installed apps and phones do badly. */
export function ConfirmDialog({ question, onClose }: ConfirmDialogProps) {
  if (question === null) return null;
  const confirm = () => {
    onClose();
    question.onYes();
  };
  const cancel = () => {
    onClose();
    question.onNo?.();
  };
  const actions = (
    <>
      <Button onClick={cancel}>Cancel</Button>
      <Button variant="danger" onClick={confirm}>
        {question.action}
      </Button>
    </>
  );
  return (
    <Dialog isOpen title={question.title} onClose={cancel} actions={actions}>
      <p>{question.sentence}</p>
      {question.note && <p>{question.note}</p>}
    </Dialog>
  );
}
