import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import type { LessonPlace } from '#pwa/lesson/lesson-place.ts';
import { paths } from '#pwa/paths.ts';
import type { OfflineCourse, OfflineLesson } from '#pwa/store/database/rows.ts';
import type { CourseTest } from '#pwa/sync/quizzes/course-tests.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { ButtonLink } from '#pwa/ui/controls/button-link.tsx';
import { ArrowForwardIcon } from '#pwa/ui/display/icons.tsx';
import { describeDate } from '#pwa/ui/format/describe-moments.ts';
import styles from './lesson-end.module.css';
import { findNextStep, type NextStep } from './next-step.ts';

interface LessonEndProps {
  course: OfflineCourse;
  place: LessonPlace<OfflineLesson>;
  completedIds: ReadonlySet<string>;
  /** When the course was finished; null while a lesson is open. */
  finishedAt: string | null;
  /** Those that have to be passed before the lesson is complete. */
  missingTests: readonly CourseTest[];
  /** Resolves to whether the completion was stored. */
  onComplete: () => Promise<boolean>;
}

/**
 * The end of a lesson: what follows, and the one primary action. Where the bar below has it (Next Lesson after a
 * completed lesson), only the sentence remains, in as much space, so that nothing moves.
 */
export function LessonEnd(props: LessonEndProps) {
  const { course, place, completedIds, finishedAt, missingTests, onComplete } = props;
  const isCompleted = completedIds.has(place.lesson.id);
  const step = findNextStep(course, place, completedIds);
  const navigate = useNavigate();
  const complete = async () => {
    // Not before it is stored: a failure is shown beside the lesson.
    const isStored = await onComplete();
    if (isStored && 'lesson' in step) void navigate(paths.learn(course.id, step.lesson.id));
  };
  if (!isCompleted && missingTests.length > 0)
    return <p className={styles.text}>{describeMissing(missingTests)}</p>;
  const label = completionLabels[step.kind];
  return (
    <>
      <p className={styles.text}>
        <EndText step={step} isCompleted={isCompleted} isLast={place.next === null} finishedAt={finishedAt} />
      </p>
      {!isCompleted && label !== null && (
        <Button variant="primary" className={styles.action} onClick={complete}>
          {step.kind === 'open' ? `${label} ${step.number}` : label}
          {'lesson' in step && <ArrowForwardIcon />}
        </Button>
      )}
      {isCompleted && place.next === null && <WayOn courseId={course.id} step={step} />}
    </>
  );
}

function describeMissing(tests: readonly CourseTest[]): string {
  const names = tests.map(({ title }) => `“${title}”`);
  const sentence = `This lesson is complete when you pass the ${names.length === 1 ? 'test' : 'tests'} ${names.join(' and ')}.`;
  const isWaiting = tests.every(({ state }) => state === 'waiting');
  return isWaiting ? `${sentence} Handed in: your score comes when you are connected.` : sentence;
}

const completionLabels: Record<NextStep['kind'], string | null> = {
  next: 'Complete and next',
  open: 'Complete and go to lesson',
  finish: 'Complete course',
  finished: null,
};

/** After the last lesson, where Next Lesson leads nowhere. */
function WayOn({ courseId, step }: { courseId: string; step: NextStep }) {
  const [to, label] =
    step.kind === 'open'
      ? [paths.learn(courseId, step.lesson.id), `Go to lesson ${step.number}`]
      : [paths.dashboard, 'Go to dashboard'];
  return (
    <ButtonLink to={to} variant="primary" className={styles.action}>
      {label}
    </ButtonLink>
  );
}

interface EndTextProps {
  step: NextStep;
  isCompleted: boolean;
  isLast: boolean;
  finishedAt: string | null;
}

function EndText({ step, isCompleted, isLast, finishedAt }: EndTextProps): ReactNode {
  switch (step.kind) {
    case 'next':
      return (
        <>
          {isCompleted ? 'Lesson completed. Next: ' : 'Next: '}
          <bdi>{step.lesson.title}</bdi>
        </>
      );
    case 'open':
      return (
        <>
          This is the last lesson.{' '}
          {step.count === 1
            ? 'One earlier lesson is not completed: '
            : `${step.count} earlier lessons are not completed, the first is: `}
          <bdi>{step.lesson.title}</bdi>
        </>
      );
    case 'finish':
      return isLast
        ? 'This is the last lesson. All others are completed.'
        : 'All other lessons are completed.';
    case 'finished':
      return finishedAt === null ? null : `You finished this course on ${describeDate(finishedAt)}.`;
  }
}
