import { normalizeEmail } from '#schema/account/email.ts';
import { countOf, formatCount } from '#schema/messages/count.ts';
import type { LearnerProgress } from '#schema/reports/reports.ts';
import { fold } from '#schema/search/fold.ts';
import type { Definition } from '../definitions.tsx';

/** The number of people on one page of the list; divides the size of a page of the server. */
export const PAGE_SIZE = 50;

export const LEARNERS_DEFINITIONS: readonly Definition[] = [
  {
    term: 'People',
    meaning:
      'Everyone with an account, in the order in which they joined: admins, and those without a course, too.',
  },
  {
    term: 'Courses',
    meaning:
      'Courses that the person has unlocked; in how many of them they began a lesson; and in how many every lesson of today is marked complete.',
  },
  {
    term: 'Lessons',
    meaning: 'Lessons marked complete, of all lessons in the courses that the person has unlocked.',
  },
  {
    term: 'Required tests',
    meaning: 'Tests that complete a lesson in these courses, and how many of them the person has passed.',
  },
  {
    term: 'Last active',
    meaning: 'When their progress in one of these courses last changed. Time spent on pages is not measured.',
  },
];

/** People whose name or email contains the text, whatever its case and marks. */
export function findLearners(learners: readonly LearnerProgress[], text: string): readonly LearnerProgress[] {
  const wanted = fold(text);
  const email = normalizeEmail(text);
  return learners.filter(
    (one) => fold(`${one.name}\n${one.email}`).includes(wanted) || one.email.includes(email),
  );
}

/** `3 courses: 2 started, 1 finished`. */
export function describeCourses({ activated, started, finished }: LearnerProgress): string {
  if (activated === 0) return 'No course';
  return `${countOf(activated, 'course')}: ${formatCount(started)} started, ${formatCount(finished)} finished`;
}

/** `14 of 20 (70 %)`. */
export function describeLessons({ lessonsCompleted, lessons }: LearnerProgress): string {
  if (lessons === 0) return '–';
  const percent = Math.floor((lessonsCompleted / lessons) * 100);
  return `${formatCount(lessonsCompleted)} of ${formatCount(lessons)} (${percent}\u00a0%)`;
}

/** `1 of 2 required tests passed`; null without a required test. */
export function describeTests({ testsPassed, testsRequired }: LearnerProgress): string | null {
  if (testsRequired === 0) return null;
  return `${formatCount(testsPassed)} of ${countOf(testsRequired, 'required test')} passed`;
}
