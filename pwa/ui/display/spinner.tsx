import styles from './spinner.module.css';

/** Only the spinner; the parent says what is loading. */
export function SpinnerMark() {
  return <span className={styles.mark} aria-hidden="true" />;
}

/** A spinner with a label. */
export function Spinner({ label = 'Loading' }: { label?: string }) {
  return (
    <p className={styles.spinner} role="status">
      <SpinnerMark />
      {label}
    </p>
  );
}
