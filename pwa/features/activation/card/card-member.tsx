import { useState } from 'react';
import { paths } from '#pwa/paths.ts';
import { ButtonLink } from '#pwa/ui/controls/button-link.tsx';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import type { User } from '#schema/account/user.ts';
import { ActivationForm } from '../activation-form.tsx';
import { ActivationQueued } from '../activation-queued.tsx';
import { Unlocked } from '../activation-success.tsx';
import { courseTarget } from '../activation-target.ts';
import { AlreadyUnlocked } from '../already-unlocked.tsx';
import { CourseMissing } from '../course-missing.tsx';
import { firstLessonOf } from '../first-lesson.ts';
import { useActivation } from '../use-activation.ts';
import type { CourseName } from '../use-course-name.ts';
import { CardFrame } from './card-frame.tsx';
import styles from './card-page.module.css';

interface CardMemberProps {
  user: User;
  courseId: string;
  course: CourseName;
  /** Returns, once, whether the code was submitted before the user signed in. */
  takeSubmitted: () => boolean;
}

/** The card of a signed-in learner: one press unlocks the course, and another opens its first lesson. */
export function CardMember({ user, courseId, course, takeSubmitted }: CardMemberProps) {
  const activation = useActivation(courseTarget(courseId, course.title));
  const [wasActivated] = useState(user.activatedCourses.includes(courseId));
  const isActivated = wasActivated || user.activatedCourses.includes(courseId);
  const { view, isWatching } = activation;
  if (isActivated && !isWatching) return <AlreadyUnlocked courseId={courseId} to={paths.learn(courseId)} />;
  if (course.isMissing && !isWatching) return <CourseMissing reason={null} />;
  if (view.kind === 'done')
    return (
      <div className={styles.unlocked}>
        <Unlocked title={course.title}>
          <Cluster>
            <ButtonLink variant="primary" to={firstLessonOf(courseId, course.course)}>
              Start lesson 1
            </ButtonLink>
            <ButtonLink to={paths.dashboard}>Go to dashboard</ButtonLink>
          </Cluster>
        </Unlocked>
      </div>
    );
  return (
    <CardFrame courseId={courseId} course={course}>
      {view.kind === 'queued' ? (
        <ActivationQueued view={view} activation={activation} />
      ) : (
        <>
          <p className={styles.quiet}>
            Signed in as <bdi>{user.name}</bdi>. The code unlocks the course for this account.
          </p>
          <ActivationForm
            place={courseId}
            cancelTo={paths.course(courseId)}
            activation={activation}
            wasSubmitted={takeSubmitted}
          />
        </>
      )}
    </CardFrame>
  );
}
