import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import type { ShownQuiz } from '#pwa/sync/quizzes/shown-quizzes.ts';
import styles from './lesson-quizzes.module.css';

interface QuizSectionProps {
  quiz: ShownQuiz;
  /** What it is, where its title does not say so. */
  kicker?: string;
  /** Where the learner is in it, such as *Question 2 of 5*; null where there is nothing to say. */
  place: string | null;
  /** The step that is shown: another one takes the focus, because the pressed button is gone. */
  step?: string;
  children: ReactNode;
}

/** A quiz below its lesson. */
export function QuizSection({ quiz, kicker, place, step = '', children }: QuizSectionProps) {
  const id = useId();
  const section = useRef<HTMLElement>(null);
  const [shown] = useState({ step });
  // In the frame that shows it: a key that follows at once goes to the new step.
  useLayoutEffect(() => {
    if (shown.step === step) return;
    shown.step = step;
    const titles = section.current?.querySelectorAll<HTMLElement>('[tabindex="-1"]') ?? [];
    [...titles].at(-1)?.focus();
  }, [shown, step]);
  return (
    <section ref={section} className={styles.quiz} aria-labelledby={id}>
      <header className={styles.head}>
        {kicker !== undefined && <p className={styles.kicker}>{kicker}</p>}
        <h2 id={id} className={styles.heading} tabIndex={-1} dir="auto">
          {quiz.title}
        </h2>
        {place !== null && <p className={styles.place}>{place}</p>}
      </header>
      {children}
    </section>
  );
}
