import { describe, expect, test } from 'vitest';
import { emptyProgress } from '#schema/learning/progress.ts';
import { chooseLesson, findLessonPlace } from './lesson-place.ts';

const lesson = (id: string) => ({ id });
const course = {
  modules: [
    { title: 'Why networks fail', lessons: [lesson('one'), lesson('two')] },
    { title: 'Nothing here yet', lessons: [] },
    { title: 'Keeping data close', lessons: [lesson('three')] },
  ],
};

describe('the position of a lesson', () => {
  test('counts and continues across modules, skipping empty ones', () => {
    expect(findLessonPlace(course, 'two')).toEqual({
      lesson: lesson('two'),
      number: 2,
      total: 3,
      moduleTitle: 'Why networks fail',
      previous: lesson('one'),
      next: lesson('three'),
    });
  });

  test('has no previous for the first lesson and no next for the last', () => {
    expect(findLessonPlace(course, 'one')?.previous).toBeNull();
    expect(findLessonPlace(course, 'three')?.next).toBeNull();
  });

  test('is null for a lesson that is not in the course', () => {
    expect(findLessonPlace(course, 'gone')).toBeNull();
    expect(findLessonPlace(course, null)).toBeNull();
  });
});

describe('the lesson to show', () => {
  test('is the one in the URL', () => {
    expect(chooseLesson(course, [], 'three')).toBe('three');
  });

  test('is the last visited one if the URL names none, or a deleted one', () => {
    const stopped = { ...emptyProgress('two'), positionUpdatedAt: '2026-11-21T08:00:00.000Z' };
    expect(chooseLesson(course, [stopped], null)).toBe('two');
    expect(chooseLesson(course, [stopped], 'gone')).toBe('two');
  });

  test('is the first one for a new learner, and none in a course without lessons', () => {
    expect(chooseLesson(course, [], null)).toBe('one');
    expect(chooseLesson({ modules: [] }, [], null)).toBeNull();
  });
});
