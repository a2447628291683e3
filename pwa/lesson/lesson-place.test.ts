import { describe, expect, test } from 'vitest';
import { emptyProgress } from '#schema/progress.ts';
import { chooseLesson, findLessonPlace } from './lesson-place.ts';

const lesson = (id: string) => ({ id });
const course = {
  modules: [
    { title: 'Why networks fail', lessons: [lesson('one'), lesson('two')] },
    { title: 'Nothing here yet', lessons: [] },
    { title: 'Keeping data close', lessons: [lesson('three')] },
  ],
};

describe('the place of a lesson', () => {
  test('counts and walks across modules, past empty ones', () => {
    expect(findLessonPlace(course, 'two')).toEqual({
      lesson: lesson('two'),
      number: 2,
      total: 3,
      moduleTitle: 'Why networks fail',
      previous: lesson('one'),
      next: lesson('three'),
    });
  });

  test('has nothing before the first and nothing after the last', () => {
    expect(findLessonPlace(course, 'one')?.previous).toBeNull();
    expect(findLessonPlace(course, 'three')?.next).toBeNull();
  });

  test('is unknown for a lesson that is not in the course', () => {
    expect(findLessonPlace(course, 'gone')).toBeNull();
    expect(findLessonPlace(course, null)).toBeNull();
  });
});

describe('the lesson to show', () => {
  test('is the one in the address', () => {
    expect(chooseLesson(course, [], 'three')).toBe('three');
  });

  test('is where the learner stopped when the address names none, or one that is gone', () => {
    const stopped = { ...emptyProgress('two'), positionUpdatedAt: '2026-11-21T08:00:00.000Z' };
    expect(chooseLesson(course, [stopped], null)).toBe('two');
    expect(chooseLesson(course, [stopped], 'gone')).toBe('two');
  });

  test('is the first one for a newcomer, and none in a course without lessons', () => {
    expect(chooseLesson(course, [], null)).toBe('one');
    expect(chooseLesson({ modules: [] }, [], null)).toBeNull();
  });
});
