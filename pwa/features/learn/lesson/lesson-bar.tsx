import type { ReactNode } from 'react';
import type { LessonPlace } from '#pwa/lesson/lesson-place.ts';
import { isRightToLeft } from '#pwa/lesson/text/text-direction.ts';
import { paths } from '#pwa/paths.ts';
import type { OfflineLesson } from '#pwa/store/database/rows.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { buttonClass } from '#pwa/ui/controls/button-class.ts';
import { useLinkClick } from '#pwa/ui/controls/use-link-click.ts';
import { ArrowBackIcon, ArrowForwardIcon } from '#pwa/ui/display/icons.tsx';
import { LessonTick } from '../course/lesson-tick.tsx';
import styles from './lesson-bar.module.css';

interface LessonBarProps {
  courseId: string;
  place: LessonPlace<OfflineLesson>;
  isCompleted: boolean;
  onComplete: (isCompleted: boolean) => void;
  /** Start of the bar on a phone: the button for the list of lessons. */
  contentsButton: ReactNode;
}

/**
 * The learner's next actions; on a phone, within reach of the thumb. The steps point in the direction in which
 * the lesson is read, and so do their keys.
 */
export function LessonBar({ courseId, place, isCompleted, onComplete, contentsButton }: LessonBarProps) {
  const isMirrored = isRightToLeft(place.lesson.title);
  return (
    <nav className={styles.bar} aria-label="Lesson" dir={isMirrored ? 'rtl' : undefined}>
      {contentsButton}
      <StepLink {...{ courseId, isMirrored }} lesson={place.previous} step="previous" />
      <Button className={styles.complete} aria-pressed={isCompleted} onClick={() => onComplete(!isCompleted)}>
        <LessonTick isDone={isCompleted} isSilent />
        {isCompleted ? 'Completed' : 'Mark complete'}
      </Button>
      <StepLink {...{ courseId, isMirrored }} lesson={place.next} step="next" />
    </nav>
  );
}

interface StepLinkProps {
  courseId: string;
  lesson: OfflineLesson | null;
  step: 'previous' | 'next';
  isMirrored: boolean;
}

const steps = {
  previous: { name: 'Previous', variant: 'line' },
  next: { name: 'Next Lesson', variant: 'primary' },
} as const;

function StepLink({ courseId, lesson, step, isMirrored }: StepLinkProps) {
  const { name, variant } = steps[step];
  const follow = useLinkClick();
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
    <a
      href={paths.learn(courseId, lesson.id)}
      className={buttonClass({ variant, size: undefined, className: styles[step] })}
      title={lesson.title}
      aria-keyshortcuts={(step === 'next') === isMirrored ? 'ArrowLeft' : 'ArrowRight'}
      onClick={follow}
    >
      {label}
    </a>
  );
}
