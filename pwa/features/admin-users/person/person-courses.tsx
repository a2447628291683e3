import { useState } from 'react';
import { RefusalActions } from '#pwa/conflict/refusal-actions.tsx';
import { RemoveAccessDialog } from '#pwa/course-ui/remove-access-dialog.tsx';
import { paths } from '#pwa/paths.ts';
import { attempt } from '#pwa/session/action-error.ts';
import { useUserId } from '#pwa/session/use-user-id.ts';
import { enqueueAccessOf } from '#pwa/sync/enqueue/person-commands.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { TextLink } from '#pwa/ui/controls/text-link.tsx';
import { Chip } from '#pwa/ui/display/chip.tsx';
import { ProgressBar } from '#pwa/ui/display/progress-bar.tsx';
import { TimeAgo } from '#pwa/ui/format/time-ago.tsx';
import { useNow } from '#pwa/ui/format/use-now.ts';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import type { User } from '#schema/account/user.ts';
import { GiveAccessDialog } from './give-access-dialog.tsx';
import styles from './person.module.css';
import { describeProgress, nameUnlocking, type ShownCourse, stateOfAccess } from './person-model.ts';
import { Section } from './section.tsx';
import type { GivableCourse } from './use-person.ts';

interface PersonCoursesProps {
  user: User;
  courses: readonly ShownCourse[];
  givable: readonly GivableCourse[];
}

/** The courses of a person with their progress, and the changes of their access. */
export function PersonCourses({ user, courses, givable }: PersonCoursesProps) {
  const authorId = useUserId();
  const [isGiving, setIsGiving] = useState(false);
  const [taken, setTaken] = useState<ShownCourse | null>(null);
  const giveBack = ({ course }: ShownCourse) =>
    attempt(() => enqueueAccessOf(authorId, { user, course: refOf(course), hasAccess: true }));
  return (
    <>
      <Section
        id="person-courses"
        title="Courses"
        action={
          givable.length > 0 && (
            <Button size="sm" onClick={() => setIsGiving(true)}>
              Give access to a course
            </Button>
          )
        }
        empty="No course is unlocked."
        rows={courses.map((shown) => (
          <CourseRow
            key={shown.course.courseId}
            shown={shown}
            onTake={() => setTaken(shown)}
            onGiveBack={() => giveBack(shown)}
          />
        ))}
      />
      {isGiving && <GiveAccessDialog user={user} givable={givable} onClose={() => setIsGiving(false)} />}
      {taken && (
        <RemoveAccessDialog
          learner={user.name}
          courseTitle={taken.course.courseTitle}
          giveBack="give the access back"
          onRemove={(reason) =>
            enqueueAccessOf(authorId, { user, course: refOf(taken.course), hasAccess: false, reason })
          }
          onClose={() => setTaken(null)}
        />
      )}
    </>
  );
}

const refOf = ({ courseId, courseTitle }: ShownCourse['course']) => ({ id: courseId, title: courseTitle });

interface CourseRowProps {
  shown: ShownCourse;
  onTake: () => void;
  onGiveBack: () => void;
}

function CourseRow({ shown, onTake, onGiveBack }: CourseRowProps) {
  const { course, hasAccess, pending } = shown;
  const state = stateOfAccess(shown);
  const unlocking = nameUnlocking(course);
  return (
    <li className={styles.row}>
      <Cluster isSpread>
        <TextLink to={paths.adminCourse(course.courseId)} className={styles.title}>
          {course.courseTitle}
        </TextLink>
        <Button size="sm" variant="quiet" onClick={hasAccess ? onTake : onGiveBack}>
          {hasAccess ? 'Remove access' : 'Give access'}
          <span className="visually-hidden"> to {course.courseTitle}</span>
        </Button>
      </Cluster>
      <Progress shown={shown} />
      <Cluster>
        {unlocking !== null && <Chip>{unlocking}</Chip>}
        {state !== null && <Chip tone={state.tone}>{state.label}</Chip>}
      </Cluster>
      {!hasAccess && course.reason !== '' && <p className={styles.quiet}>Reason: {course.reason}</p>}
      {pending?.state === 'refused' && (
        <Stack gap={2} role="alert" className={styles.refused}>
          <p>{pending.problem}</p>
          <Cluster>
            <RefusalActions editId={pending.id} />
          </Cluster>
        </Stack>
      )}
    </li>
  );
}

function Progress({ shown: { course } }: { shown: ShownCourse }) {
  const now = useNow();
  const sentence = describeProgress(course);
  if (sentence === null) return null;
  const { completed, lessons, courseTitle, activatedAt, lastActiveAt } = course;
  return (
    <>
      <ProgressBar
        className={styles.progress}
        value={(completed / lessons) * 100}
        label={`Progress in ${courseTitle}`}
      />
      <p className={styles.quiet}>
        {sentence} · unlocked <TimeAgo at={activatedAt} now={now} /> ·{' '}
        {lastActiveAt === null ? (
          'not started'
        ) : (
          <>
            last active <TimeAgo at={lastActiveAt} now={now} />
          </>
        )}
      </p>
    </>
  );
}
