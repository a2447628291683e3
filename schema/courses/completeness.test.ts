import { describe, expect, it } from 'vitest';
import { isComplete, workspaceTab } from './completeness.ts';

const course = (...lessonCounts: number[]) => ({
  modules: lessonCounts.map((count) => ({ lessons: Array.from({ length: count }, () => 'lesson') })),
});

describe('a course', () => {
  it('is complete with at least one module and a lesson in each', () => {
    expect(isComplete(course(1))).toBe(true);
    expect(isComplete(course(3, 1))).toBe(true);
  });

  it('is not complete without modules, or with an empty one', () => {
    expect(isComplete(course())).toBe(false);
    expect(isComplete(course(2, 0))).toBe(false);
  });

  it.each([
    ['published', course(0), 'published'],
    ['published', course(2), 'published'],
    ['unpublished', course(), 'unfinished'],
    ['unpublished', course(1, 0), 'unfinished'],
    ['unpublished', course(1, 2), 'unpublished'],
  ] as const)('that is %s is in the right tab', (status, outline, tab) => {
    expect(workspaceTab({ ...outline, status })).toBe(tab);
  });
});
