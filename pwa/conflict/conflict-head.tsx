import { Chip } from '../ui/display/chip.tsx';
import styles from './conflict-card.module.css';

/** The head of a card: what happened, and that it needs a decision. */
export function ConflictHead({ title, children }: { title: string; children: string }) {
  return (
    <header className={styles.head}>
      <h3>{title}</h3>
      <Chip tone="bad">choose</Chip>
      <p className={styles.lead}>{children}</p>
    </header>
  );
}
