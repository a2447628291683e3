import type { ReactNode } from 'react';
import { Button } from '#pwa/ui/controls/button.tsx';
import { buttonClass } from '#pwa/ui/controls/button-class.ts';
import { ArrowBackIcon, ArrowForwardIcon } from '#pwa/ui/display/icons.tsx';
import { LessonTick } from '../contents/lesson-tick.tsx';
import type { LessonPlace } from '../lesson-place.ts';
import { isRightToLeft } from '../text/text-direction.ts';
import styles from './lesson-bar.module.css';
import { LessonWay, useOpenLesson } from './lesson-way.tsx';

interface NamedLesson {
  readonly id: string;
  readonly title: string;
}

interface LessonBarProps {
  courseId: string;
  place: LessonPlace<NamedLesson>;
  isCompleted: boolean | undefined;
  /** Without it, there is no learner who could, or only a test completes the lesson. */
  onComplete: ((isCompleted: boolean) => void) | undefined;
  /** Start of the bar on a phone: the button for the list of lessons. */
  contentsButton: ReactNode;
}

/**
 * The learner's next actions; on a phone, within reach of the thumb. Until the lesson is completed, the primary one is
 * above (`LessonEnd`). The steps point in the direction in which the lesson is read, and so do their keys.
 */
export function LessonBar({ courseId, place, isCompleted = false, ...props }: LessonBarProps) {
  const { onComplete, contentsButton } = props;
  const isMirrored = isRightToLeft(place.lesson.title);
  return (
    <nav className={styles.bar} aria-label="Lesson" dir={isMirrored ? 'rtl' : undefined}>
      {contentsButton}
      <Step {...{ courseId, isMirrored }} lesson={place.previous} step="previous" />
      {onComplete !== undefined && (
        <Button
          className={styles.complete}
          aria-pressed={isCompleted}
          onClick={() => onComplete(!isCompleted)}
        >
          <LessonTick isDone={isCompleted} isSilent />
          {isCompleted ? 'Completed' : 'Mark complete'}
        </Button>
      )}
      <Step {...{ courseId, isMirrored }} lesson={place.next} step="next" isPrimary={isCompleted} />
    </nav>
  );
}

interface StepProps {
  courseId: string;
  lesson: NamedLesson | null;
  step: 'previous' | 'next';
  isMirrored: boolean;
  isPrimary?: boolean;
}

const steps = { previous: 'Previous Lesson', next: 'Next Lesson' } as const;

function Step({ courseId, lesson, step, isMirrored, isPrimary = false }: StepProps) {
  const name = steps[step];
  const variant = isPrimary ? 'primary' : 'line';
  const open = useOpenLesson();
  const label = (
    <>
      {step === 'previous' && <ArrowBackIcon />}
      <span className={step === 'previous' ? 'hidden-when-narrow' : undefined}>{name}</span>
      {step === 'next' && <ArrowForwardIcon />}
    </>
  );
  if (lesson === null)
    return (
      <Button variant={variant} className={styles[step]} disabled>
        {label}
      </Button>
    );
  return (
    <LessonWay
      courseId={courseId}
      lessonId={lesson.id}
      className={buttonClass({ variant, size: undefined, className: styles[step] })}
      title={lesson.title}
      shortcut={(step === 'next') === isMirrored ? 'ArrowLeft' : 'ArrowRight'}
      onOpen={open}
    >
      {label}
    </LessonWay>
  );
}
