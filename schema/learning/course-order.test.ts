import { describe, expect, test } from 'vitest';
import { orderCourses } from './course-order.ts';
import { emptyProgress, type LessonProgress } from './progress.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 8, minute)).toISOString();

/** A course of one lesson. */
const course = (id: string) => ({ id, lessonIds: [id] });
const opened = (lessonId: string, minute: number): LessonProgress => ({
  ...emptyProgress(lessonId),
  positionSeconds: 2,
  positionUpdatedAt: at(minute),
});
const finished = (lessonId: string, minute: number): LessonProgress => ({
  ...emptyProgress(lessonId),
  completedAt: at(minute),
  completedUpdatedAt: at(minute),
});

const order = (ids: readonly string[], progress: readonly LessonProgress[]) =>
  orderCourses(ids.map(course), progress).map(({ id }) => id);

describe('the order of a learner’s courses', () => {
  test('is the newest first before any is opened', () => {
    expect(order(['first', 'second', 'third'], [])).toEqual(['third', 'second', 'first']);
  });

  test('begins with those unlocked since the last one that was opened, then goes by activity', () => {
    const progress = [opened('old', 9), opened('older', 3)];
    expect(order(['older', 'old', 'new', 'newest'], progress)).toEqual(['newest', 'new', 'old', 'older']);
  });

  test('has a course that the learner passed over after those in progress', () => {
    const progress = [opened('one', 3), opened('three', 2)];
    expect(order(['one', 'passed over', 'three'], progress)).toEqual(['one', 'three', 'passed over']);
  });

  test('ends with the finished ones, the latest first', () => {
    const progress = [finished('done', 9), opened('begun', 1), finished('done before', 8)];
    expect(order(['done before', 'begun', 'done'], progress)).toEqual(['begun', 'done', 'done before']);
  });
});
