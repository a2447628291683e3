import { use } from 'react';
import { CheckCircleIcon } from '#pwa/ui/display/icons.tsx';
import styles from './question-card.module.css';
import { TrialContext } from './trial-context.ts';

/** Not in a trial, which is saved nowhere. */
export function SavedNote() {
  if (use(TrialContext) !== null) return null;
  return (
    <p className={styles.saved}>
      <CheckCircleIcon />
      Saved on this device
    </p>
  );
}
