import { describe, expect, it } from 'vitest';
import type { CourseReport } from '#schema/reports/reports.ts';
import { describeWay, stepsOf } from './funnel-model.ts';

function reportOf(activated: number, reached: readonly number[], finished: number): CourseReport {
  const lessons = reached.map((count, index) => ({
    ...{ lessonId: `lesson-${index + 1}`, title: `Lesson ${index + 1}`, moduleTitle: 'Ebb', reached: count },
  }));
  return {
    ...{ courseId: 'tides', courseTitle: 'Tides', activated, started: reached[0] ?? 0, lessons, finished },
    quizzes: [],
  };
}

describe('the way through a course', () => {
  it('has no step for the first lesson, which everyone who started has reached', () => {
    expect(stepsOf(reportOf(10, [8, 6, 3], 1)).map(({ name, count }) => [name, count])).toEqual([
      ['Activated', 10],
      ['Started', 8],
      ['Reached lesson 2: Lesson 2', 6],
      ['Reached lesson 3: Lesson 3', 3],
      ['Finished', 1],
    ]);
  });

  it('says at each step how many fewer there are, and of what share', () => {
    expect(stepsOf(reportOf(10, [8, 8, 0], 0)).map(({ change }) => change)).toEqual([
      null,
      '2 fewer (20\u00a0%)',
      'No drop-off',
      '8 fewer (100\u00a0%)',
      null,
    ]);
  });

  it('is a sentence that names the largest drop-off', () => {
    expect(describeWay(reportOf(10, [8, 6, 3], 1))).toBe(
      'Of 10 learners, 8 started (80\u00a0%) and 1 finished (10\u00a0%). The largest drop-off is before “Reached lesson 3: Lesson 3”.',
    );
    expect(describeWay(reportOf(1, [1], 1))).toBe(
      'Of 1 learner, 1 started (100\u00a0%) and 1 finished (100\u00a0%).',
    );
    expect(describeWay(reportOf(0, [0], 0))).toBe('Nobody has activated this course yet.');
    expect(describeWay(reportOf(2, [], 0))).toBe('2 learners activated this course, which has no lessons.');
  });
});
