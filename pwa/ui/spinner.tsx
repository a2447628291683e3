import styles from './spinner.module.css';

/** The turning mark alone; whoever shows it says in words what is going on. */
export function SpinnerMark() {
  return <span className={styles.mark} aria-hidden="true" />;
}

/** Says that something loads, in a word beside the mark. */
export function Spinner({ label = 'Loading' }: { label?: string }) {
  return (
    <p className={styles.spinner} role="status">
      <SpinnerMark />
      {label}
    </p>
  );
}
