import { useState } from 'react';
import { messages } from '#schema/messages.ts';
import { makeUnsentFile } from '../../sync/save-outbox.ts';
import { Button } from '../../ui/button.tsx';
import { saveFile } from '../../ui/save-file.ts';
import type { DraftBook } from './draft-book.ts';
import styles from './not-kept.module.css';

/** What is typed is in this tab alone: what that means, and every way out of it. */
export function NotKept({ book, problem }: { book: DraftBook; problem: string }) {
  const [fileProblem, setFileProblem] = useState<string | null>(null);
  const saveToFile = async () => {
    setFileProblem(null);
    try {
      await book.flush();
      const { name, text } = await makeUnsentFile(book.listRows());
      saveFile(name, text);
    } catch (error) {
      setFileProblem(error instanceof Error ? error.message : messages.changesFailed);
    }
  };
  return (
    <div className={styles.failed} role="alert">
      <p>
        <strong>Not kept on this device.</strong> {problem} Until then leave this tab open: Carrel goes on
        trying by itself. A file takes your words along, and the sync centre reads it in again.
      </p>
      <Button size="sm" onClick={() => void book.flush()}>
        Try again
      </Button>
      <Button size="sm" onClick={() => void saveToFile()}>
        Save to a file
      </Button>
      {fileProblem !== null && <p>{fileProblem}</p>}
    </div>
  );
}
