import { CheckCircleIcon } from '#pwa/ui/display/icons.tsx';
import styles from './question-card.module.css';

export function SavedNote() {
  return (
    <p className={styles.saved}>
      <CheckCircleIcon />
      Saved on this device
    </p>
  );
}
