import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import * as v from 'valibot';
import { CourseCover } from '#pwa/course-ui/course-cover.tsx';
import { RemovedCourseNotice } from '#pwa/offline/notices/removed-course-notice.tsx';
import { paths, safeRedirect } from '#pwa/paths.ts';
import { usePrivateQuery } from '#pwa/session/queries/use-private-query.ts';
import { useSession } from '#pwa/session/use-session.ts';
import { listRemovedCourses } from '#pwa/store/offline/removed-courses.ts';
import { Card } from '#pwa/ui/layout/card.tsx';
import { PageTitle } from '#pwa/ui/layout/page-title.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import { useParameter } from '#pwa/ui/use-parameter.ts';
import type { User } from '#schema/account/user.ts';
import { ActivationForm } from './activation-form.tsx';
import styles from './activation-page.module.css';
import { ActivationQueued } from './activation-queued.tsx';
import { ActivationSuccess } from './activation-success.tsx';
import { courseTarget } from './activation-target.ts';
import { AlreadyUnlocked } from './already-unlocked.tsx';
import { CourseMissing } from './course-missing.tsx';
import { firstLessonOf } from './first-lesson.ts';
import { useActivation } from './use-activation.ts';
import { type CourseName, useCourseName } from './use-course-name.ts';
import { useLinkedCode } from './use-linked-code.ts';

/** Unlocks a course with a code (spec map, section 2). */
export function ActivationPage() {
  const session = useSession();
  const courseId = useParameter('courseId');
  if (session.state !== 'signedIn' && session.state !== 'expired') return null;
  return <Activation key={`${session.user.id} ${courseId}`} user={session.user} courseId={courseId} />;
}

function Activation({ user, courseId }: { user: User; courseId: string }) {
  const course = useCourseName(courseId);
  const activation = useActivation(courseTarget(courseId, course.title));
  const lesson = useLesson();
  const [wasActivated] = useState(user.activatedCourses.includes(courseId));
  const isActivated = wasActivated || user.activatedCourses.includes(courseId);
  // While this page follows an activation, its success is shown before a redirect.
  if (isActivated && !activation.isWatching)
    return <AlreadyUnlocked courseId={courseId} to={lesson ?? paths.dashboard} />;
  // The reason for a removal is known only after the server was asked whether the course still exists.
  const removed = course.isChecked && <TakenAway courseId={courseId} isOffered={!course.isMissing} />;
  if (course.isMissing && !activation.isWatching) return <CourseMissing reason={removed} />;

  return (
    <div className={styles.page}>
      {removed}
      <Card as="section" className={styles.card}>
        <CourseCover courseId={courseId} thumbnail={course.thumbnail} sizes="28rem" isEager />
        <div className={styles.body}>
          <ActivationStep courseId={courseId} course={course} activation={activation} />
        </div>
      </Card>
    </div>
  );
}

/** Shown to a learner who was redirected here because the course was removed. */
function TakenAway({ courseId, isOffered }: { courseId: string; isOffered: boolean }) {
  const removed = usePrivateQuery(listRemovedCourses, []) ?? [];
  const course = removed.find((one) => one.courseId === courseId);
  return course === undefined ? null : <RemovedCourseNotice course={course} isOffered={isOffered} />;
}

const TurnedAway = v.object({ lesson: v.string() });

/**
 * The lesson that the learner was redirected from because this device did not know yet that it is unlocked.
 */
function useLesson(): string | null {
  const arrival = v.safeParse(TurnedAway, useLocation().state);
  return arrival.success ? safeRedirect(arrival.output.lesson) : null;
}

interface StepProps {
  courseId: string;
  course: CourseName;
  activation: ReturnType<typeof useActivation>;
}

function ActivationStep({ courseId, course: { course, title }, activation }: StepProps) {
  const { view } = activation;
  const linkedCodes = useLinkedCode();
  if (view.kind === 'done')
    return <ActivationSuccess title={title} firstLesson={firstLessonOf(courseId, course)} />;
  return (
    <>
      <Stack as="header" gap={1}>
        <p className={styles.kicker}>Unlock a course</p>
        <PageTitle documentTitle={`Unlock ${title ?? 'a course'}`}>{title ?? 'Your course'}</PageTitle>
      </Stack>
      {view.kind === 'queued' ? (
        <ActivationQueued view={view} activation={activation} />
      ) : (
        <ActivationForm
          key={linkedCodes}
          place={courseId}
          cancelTo={paths.course(courseId)}
          activation={activation}
        />
      )}
    </>
  );
}
