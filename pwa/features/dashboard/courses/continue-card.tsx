import { CourseCover } from '#pwa/course-ui/course-cover.tsx';
import { paths } from '#pwa/paths.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { ButtonLink } from '#pwa/ui/controls/button-link.tsx';
import { ProgressBar } from '#pwa/ui/display/progress-bar.tsx';
import { Card } from '#pwa/ui/layout/card.tsx';
import { formatPosition } from '#schema/learning/resume.ts';
import type { ContinueFacts } from '../dashboard-model.ts';
import styles from './continue-card.module.css';

const testPlaces = { open: 'test to take', waiting: 'test handed in, score waits' } as const;

/** The learner's next action: the lesson to continue, at the stored position. */
export function ContinueCard({ facts }: { facts: ContinueFacts }) {
  const { course, lesson, number, total, percent, stoppedAt, hasBegun, test, isComing } = facts;
  const action = (
    <>
      {hasBegun ? 'Continue Learning' : 'Start Learning'}
      <span className="visually-hidden">: {lesson.title}</span>
    </>
  );
  const place = [`lesson ${number} of ${total}`];
  if (stoppedAt !== null) place.push(`stopped at ${formatPosition(stoppedAt)}`);
  if (test !== null && test !== 'passed') place.push(testPlaces[test]);
  return (
    <Card as="section" className={styles.card} aria-labelledby="continue-lesson">
      <CourseCover
        courseId={course.id}
        thumbnail={course.thumbnail}
        sizes="(min-width: 761px) 320px, 100vw"
        className={styles.cover}
        isEager
      />
      <div className={styles.body}>
        <p className={styles.muted}>{hasBegun ? 'Continue where you left off' : 'Start here'}</p>
        <h2 id="continue-lesson" className={styles.title} dir="auto">
          {lesson.title}
        </h2>
        <p className={styles.muted}>
          <bdi>{course.title}</bdi> · {place.join(' · ')}
        </p>
        <div className={styles.progress}>
          <ProgressBar value={percent} label={`Progress in ${course.title}`} />
          <span>{percent}%</span>
        </div>
        {isComing ? (
          <Button variant="primary" isBusy className={styles.action}>
            {action}
          </Button>
        ) : (
          <ButtonLink to={paths.learn(course.id, lesson.id)} variant="primary" className={styles.action}>
            {action}
          </ButtonLink>
        )}
      </div>
    </Card>
  );
}
