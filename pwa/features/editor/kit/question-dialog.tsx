import { ConfirmDialog } from '#pwa/ui/overlays/confirm-dialog.tsx';

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

interface QuestionDialogProps {
  question: Question | null;
  onClose: () => void;
}

/** Asks the editor's current question, if there is one. */
export function QuestionDialog({ question, onClose }: QuestionDialogProps) {
  if (question === null) return null;
  const confirm = () => {
    onClose();
    question.onYes();
  };
  const cancel = () => {
    onClose();
    question.onNo?.();
  };
  return (
    <ConfirmDialog title={question.title} action={question.action} onConfirm={confirm} onCancel={cancel}>
      <p>{question.sentence}</p>
      {question.note && <p>{question.note}</p>}
    </ConfirmDialog>
  );
}
