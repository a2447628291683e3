import { useEffect } from 'react';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { DraftBook } from './draft-book.ts';
import { FailureDetails } from './failure-details.tsx';
import styles from './message-tray.module.css';
import { NotKept } from './not-kept.tsx';
import type { Message } from './use-messages.ts';

interface MessageTrayProps {
  shown: readonly Message[];
  onClose: (id: number) => void;
  book: DraftBook;
}

/** Results, failures and storage problems. Always visible, wherever on the page the action was. */
export function MessageTray({ shown, onClose, book }: MessageTrayProps) {
  return (
    <section className={styles.tray} aria-label="Messages">
      <NotKept book={book} className={styles.message} />
      {shown.map((message) => (
        <Shown key={message.id} message={message} onClose={onClose} />
      ))}
    </section>
  );
}

function Shown({ message, onClose }: { message: Message; onClose: (id: number) => void }) {
  const { id, lifeMs, tone, text, hasDetails } = message;
  useEffect(() => {
    if (lifeMs === null) return;
    const timer = setTimeout(() => onClose(id), lifeMs);
    return () => clearTimeout(timer);
  }, [id, lifeMs, onClose]);
  const close = lifeMs === null && <Button onClick={() => onClose(id)}>Close</Button>;
  return (
    <Notice tone={tone} title={text} actions={close || undefined} className={styles.message}>
      {hasDetails && <FailureDetails />}
    </Notice>
  );
}
