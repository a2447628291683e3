import { expect, it } from 'vitest';
import { courseExtent } from './course-extent.ts';

const course = (...durations: number[]) => ({
  modules: [
    {
      id: 'm1',
      title: 'One',
      description: '',
      lessons: durations.map((duration, n) => ({
        id: `l${n}`,
        title: `Lesson ${n}`,
        description: '',
        duration,
        type: 'text' as const,
      })),
    },
  ],
});

it('counts lessons and adds up their minutes', () => {
  expect(courseExtent(course(30, 45, 21))).toBe('3 lessons · 1 h 36 min');
  expect(courseExtent(course(44))).toBe('1 lesson · 44 min');
  expect(courseExtent(course(60, 60))).toBe('2 lessons · 2 h');
});

it('omits the time if no lesson has one', () => {
  expect(courseExtent(course(0, 0))).toBe('2 lessons');
  expect(courseExtent(course())).toBe('0 lessons');
});
