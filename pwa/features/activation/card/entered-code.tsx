import { useState } from 'react';
import { Button } from '#pwa/ui/controls/button.tsx';
import { CodeField } from '../code-field.tsx';
import type { CodeEntry } from '../use-code-entry.ts';
import styles from './card-page.module.css';

/** The code of the card, which is already here; a field if it is not, if it looks wrong, or to change it. */
export function EnteredCode({ entry }: { entry: CodeEntry }) {
  const [isEditing, setIsEditing] = useState(entry.doubt !== null);
  if (isEditing)
    return <CodeField ref={entry.field} value={entry.code} error={entry.problem} onChange={entry.type} />;
  return (
    <div className={styles.entered}>
      <p>
        <span className={styles.quiet}>Your code is here</span>
        <code className={styles.code}>{entry.code}</code>
      </p>
      <Button size="sm" variant="quiet" onClick={() => setIsEditing(true)}>
        Change
        <span className="visually-hidden"> the code</span>
      </Button>
    </div>
  );
}
