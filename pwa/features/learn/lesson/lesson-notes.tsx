import { paths } from '#pwa/paths.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { ButtonLink } from '#pwa/ui/controls/button-link.tsx';
import { Notice } from '#pwa/ui/feedback/notice.tsx';
import { deviceMessages } from '#schema/messages/device-messages.ts';

interface LessonNotesProps {
  /** Whether the end of the video completed the lesson. */
  hasEnded: boolean;
  /** Why the last record could not be stored. */
  problem: string | null;
  onUndo: () => void;
}

/** What happened to the learner's progress. */
export function LessonNotes({ hasEnded, problem, onUndo }: LessonNotesProps) {
  return (
    <>
      {hasEnded && <EndedNote onUndo={onUndo} />}
      {problem !== null && <RecordProblem problem={problem} />}
    </>
  );
}

function EndedNote({ onUndo }: { onUndo: () => void }) {
  const undo = (
    <Button size="sm" onClick={onUndo}>
      Undo
    </Button>
  );
  return (
    <Notice tone="ok" title="Lesson completed" actions={undo}>
      The video ended, so this lesson is marked as completed.
    </Notice>
  );
}

function RecordProblem({ problem }: { problem: string }) {
  const freeStorage = (
    <ButtonLink to={paths.storage} size="sm">
      Manage storage
    </ButtonLink>
  );
  return (
    <Notice
      tone="bad"
      title="Your progress in this lesson was not saved"
      actions={problem === deviceMessages.storageFull && freeStorage}
    >
      {problem}
    </Notice>
  );
}
