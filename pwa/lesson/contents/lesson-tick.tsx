import styles from './lesson-tick.module.css';

/** A filled tick for a completed lesson, with a label for screen readers unless there is text beside it. */
export function LessonTick({ isDone, isSilent = false }: { isDone: boolean; isSilent?: boolean }) {
  return (
    <>
      <svg
        className={isDone ? styles.tickDone : styles.tick}
        width="1.125rem"
        height="1.125rem"
        viewBox="0 0 18 18"
        aria-hidden="true"
        focusable="false"
      >
        <circle cx="9" cy="9" r="8.25" strokeWidth="1.5" />
        {isDone && <path d="m5.4 9.3 2.5 2.5 4.7-5.2" strokeWidth="1.9" fill="none" />}
      </svg>
      {isDone && !isSilent && <span className="visually-hidden">Completed: </span>}
    </>
  );
}
