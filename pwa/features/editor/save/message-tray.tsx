import { useEffect } from 'react';
import { Button } from '#pwa/ui/controls/button.tsx';
import { Notice } from '#pwa/ui/feedback/notice.tsx';
import type { Message } from '../context/use-messages.ts';
import type { DraftBook } from '../draft/draft-book.ts';
import { DraftNotSaved } from '../draft/draft-not-saved.tsx';
import { LastFailure } from '../kit/last-failure.tsx';
import styles from './message-tray.module.css';

interface MessageTrayProps {
  shown: readonly Message[];
  onClose: (id: number) => void;
  book: DraftBook;
}

/** Results, failures and storage problems. Always visible, wherever on the page the action was. */
export function MessageTray({ shown, onClose, book }: MessageTrayProps) {
  return (
    <section className={styles.tray} aria-label="Messages">
      <DraftNotSaved book={book} className={styles.message} />
      {shown.map((message) => (
        <Shown key={message.id} message={message} onClose={onClose} />
      ))}
    </section>
  );
}

function Shown({ message, onClose }: { message: Message; onClose: (id: number) => void }) {
  const { id, durationMs, tone, text, hasDetails } = message;
  useEffect(() => {
    if (durationMs === null) return;
    const timer = setTimeout(() => onClose(id), durationMs);
    return () => clearTimeout(timer);
  }, [id, durationMs, onClose]);
  const close = durationMs === null && <Button onClick={() => onClose(id)}>Close</Button>;
  return (
    <Notice tone={tone} title={text} actions={close || undefined} className={styles.message}>
      {hasDetails && <LastFailure />}
    </Notice>
  );
}
