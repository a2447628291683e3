import { useState } from 'react';
import { useUserId } from '#pwa/session/use-user-id.ts';
import { makeUnsentFile } from '#pwa/sync/outbox/make-unsent-file.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { Notice } from '#pwa/ui/feedback/notice.tsx';
import { saveFile } from '#pwa/ui/save-file.ts';
import { useObservablePart } from '#pwa/ui/use-observable.ts';
import { messages } from '#schema/messages/messages.ts';
import { describeFailure } from '#schema/messages/user-facing-error.ts';
import type { DraftBook } from './draft-book.ts';
import type { DraftSaveState } from './draft-writer.ts';

interface DraftNotSavedProps {
  book: DraftBook;
  className?: string | undefined;
}

/** Shown while drafts cannot be stored on the device: says what that means and how to proceed. */
export function DraftNotSaved({ book, className }: DraftNotSavedProps) {
  const userId = useUserId();
  const problem = useObservablePart(book.saveState, problemOf);
  const [fileProblem, setFileProblem] = useState<string | null>(null);
  if (problem === null) return null;
  const saveToFile = async () => {
    setFileProblem(null);
    try {
      await book.flush();
      const { name, text } = await makeUnsentFile(userId, book.listRows());
      saveFile(name, text);
    } catch (error) {
      setFileProblem(describeFailure(error, messages.changesFailed));
    }
  };
  const actions = (
    <>
      <Button onClick={() => void book.flush()}>Try again</Button>
      <Button onClick={() => void saveToFile()}>Save to file</Button>
    </>
  );
  return (
    <Notice tone="bad" title="Not saved on this device" actions={actions} className={className}>
      <p>
        {problem} Keep this tab open. Retrying automatically. You can also save your edits to a file and
        import it in the sync centre.
      </p>
      {fileProblem !== null && <p>{fileProblem}</p>}
    </Notice>
  );
}

/** Why the drafts are not on this device; null while they are, and for as long as they are being written. */
function problemOf(saveState: DraftSaveState): string | null {
  return saveState.kind === 'failed' ? saveState.problem : null;
}
