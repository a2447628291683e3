import { listEffective } from '#pwa/store/account/outbox.ts';
import { readAtOnce } from '#pwa/store/database/access.ts';
import type { Reader } from '#pwa/store/database/private-store.ts';
import { byPosition } from '#schema/courses/position.ts';
import { resultOf } from '#schema/quizzes/result.ts';
import { overlayAttempts } from './own-attempts.ts';

/** `waiting`: handed in, without a score yet. */
export type TestState = 'open' | 'waiting' | 'passed';

/** A test as the contents of its course and the dashboard name it. */
export interface CourseTest {
  readonly courseId: string;
  readonly lessonId: string;
  readonly title: string;
  /** Its lesson is complete when all such tests of it are passed. */
  readonly isRequired: boolean;
  readonly state: TestState;
}

/**
 * Returns the tests that have questions, those of a lesson in their order.
 *
 * @param courseId null: of all downloaded courses
 */
export function readCourseTests(store: Reader, courseId: string | null): Promise<CourseTest[]> {
  const tables = [store.courses, store.quizzes, store.questions, store.attempts, store.outbox, store.state];
  return readAtOnce(store, tables, async (tx) => {
    const courseIds = courseId === null ? await tx.courses.toCollection().primaryKeys() : [courseId];
    const quizzes = await tx.quizzes.where('courseId').anyOf(courseIds).toArray();
    const tests = quizzes.filter(({ use }) => use === 'test').sort(byPosition);
    if (tests.length === 0) return [];
    const ids = tests.map(({ id }) => id);
    const counts = await Promise.all(ids.map((quizId) => tx.questions.where({ quizId }).count()));
    // Side by side: a live query observes no read after an awaited function.
    const [pulled, rows] = await Promise.all([
      tx.attempts.where('quizId').anyOf(ids).toArray(),
      listEffective(tx, 'attempt.save'),
    ]);
    const attempts = overlayAttempts(pulled, rows);
    return tests
      .filter((_, at) => counts[at] !== 0)
      .map((quiz) => {
        const own = attempts.filter(({ quizId }) => quizId === quiz.id);
        const isWaiting = own.some(({ submittedAt, score }) => submittedAt !== null && score === null);
        const passed = resultOf(quiz, own).isPassed;
        const { lessonId, title, isRequired } = quiz;
        const state = passed ? 'passed' : isWaiting ? 'waiting' : 'open';
        return { courseId: quiz.courseId, lessonId, title, isRequired: isRequired === 1, state };
      });
  });
}

/** The state of each lesson with tests: the least of its required tests, or of all where none is required. */
export function stateByLesson(tests: readonly CourseTest[]): ReadonlyMap<string, TestState> {
  const states = new Map<string, TestState>();
  for (const lessonId of new Set(tests.map((test) => test.lessonId))) {
    const own = tests.filter((test) => test.lessonId === lessonId);
    const required = own.filter(({ isRequired }) => isRequired);
    const counted = (required.length > 0 ? required : own).map(({ state }) => state);
    const least = (['open', 'waiting'] as const).find((state) => counted.includes(state));
    states.set(lessonId, least ?? 'passed');
  }
  return states;
}

/** The required tests of a lesson that are not passed: until then it is not completed by hand or by its video. */
export const listMissing = (tests: readonly CourseTest[], lessonId: string): CourseTest[] =>
  tests.filter((test) => test.lessonId === lessonId && test.isRequired && test.state !== 'passed');
