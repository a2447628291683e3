import { Button } from '../../../ui/controls/button.tsx';
import { Dialog } from '../../../ui/layout/dialog.tsx';

/** A confirmation that is shown before an action. */
export interface Question {
  readonly title: string;
  /** The sentence from the specification, if there is one. */
  readonly sentence: string;
  /** Further consequences of the action. */
  readonly note?: string;
  /** The label of the confirm button. */
  readonly action: string;
  readonly onYes: () => void;
  readonly onNo?: () => void;
}

interface ConfirmDialogProps {
  question: Question | null;
  onClose: () => void;
}

/** Replaces `window.confirm`, which works poorly in installed apps and on phones. */
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
