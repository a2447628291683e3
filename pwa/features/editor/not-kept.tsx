import { useState, useSyncExternalStore } from 'react';
import { messages } from '#schema/messages.ts';
import { describeFailure } from '#schema/spoken-error.ts';
import { useUserId } from '../../session/use-user-id.ts';
import { makeUnsentFile } from '../../sync/save-outbox.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { saveFile } from '../../ui/save-file.ts';
import type { DraftBook } from './draft-book.ts';

interface NotKeptProps {
  book: DraftBook;
  className?: string | undefined;
}

/** Shown while drafts cannot be stored on the device: says what that means and how to proceed. */
export function NotKept({ book, className }: NotKeptProps) {
  const userId = useUserId();
  const keeping = useSyncExternalStore(book.subscribe, book.getKeeping);
  const [fileProblem, setFileProblem] = useState<string | null>(null);
  if (keeping.kind !== 'failed') return null;
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
      <Button onClick={() => void saveToFile()}>Save to a file</Button>
    </>
  );
  return (
    <Notice tone="bad" title="Not kept on this device" actions={actions} className={className}>
      <p>
        {keeping.problem} Until then leave this tab open: Carrel goes on trying by itself. A file takes your
        words along, and the sync centre reads it in again.
      </p>
      {fileProblem !== null && <p>{fileProblem}</p>}
    </Notice>
  );
}
