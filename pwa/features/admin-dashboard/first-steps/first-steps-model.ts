import type { ListedCourse } from '#pwa/store/database/admin-rows.ts';
import { DEMO_COURSE_IDS } from '#schema/courses/demo-courses.ts';

/** What a new installation needs before its first learner studies, in this order. */
export type StepName = 'password' | 'school' | 'course' | 'published' | 'codes' | 'learner';

export interface Step {
  readonly name: StepName;
  readonly isDone: boolean;
}

export interface FirstSteps {
  readonly steps: readonly Step[];
  /** The demo courses, as long as only this admin has unlocked any of them. */
  readonly removable: readonly ListedCourse[];
}

interface Facts {
  /** The school has a name of its own. */
  readonly isNamed: boolean;
  /** With unsent edits; courses that are being deleted are not among them. */
  readonly courses: readonly ListedCourse[];
  /** Courses for which codes were drawn on this device and are not registered yet. */
  readonly drawnFor: readonly string[];
  /** The courses that this admin has unlocked. */
  readonly own: readonly string[];
}

/** Whether a step is done follows from the data; nothing is ticked by hand. */
export function findFirstSteps({ isNamed, courses, drawnFor, own }: Facts): FirstSteps {
  const real = courses.filter(({ id, isTemplate }) => !isDemo(id) && isTemplate !== 1);
  const demo = courses.filter(({ id }) => isDemo(id));
  const learnersOf = ({ id, enrollmentCount }: ListedCourse) => enrollmentCount - (own.includes(id) ? 1 : 0);
  return {
    steps: [
      // An account with a generated password reaches no screen before it has another.
      { name: 'password', isDone: true },
      { name: 'school', isDone: isNamed },
      { name: 'course', isDone: real.length > 0 },
      { name: 'published', isDone: real.some(({ status }) => status === 'published') },
      {
        name: 'codes',
        isDone: real.some(({ id, codeStats }) => codeStats.total > 0 || drawnFor.includes(id)),
      },
      { name: 'learner', isDone: real.some((course) => learnersOf(course) > 0) },
    ],
    removable: demo.every((course) => learnersOf(course) <= 0) ? demo : [],
  };
}

const isDemo = (courseId: string): boolean => DEMO_COURSE_IDS.includes(courseId);
