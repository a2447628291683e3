import { describe, expect, test } from 'vitest';
import type { Found, Hit } from '#pwa/search/search-courses.ts';
import { describeFound, describeScope } from './search-text.ts';

const hit: Hit = { lessonId: 'l', title: [], excerpt: [], term: null };
const found = (sizes: readonly number[], parts: Partial<Found> = {}): Found => ({
  courses: sizes.map((size, at) => ({ courseId: `c${at}`, hits: Array.from({ length: size }, () => hit) })),
  count: sizes.reduce((sum, size) => sum + size, 0),
  isPartial: false,
  ...parts,
});

describe('the result line', () => {
  test.each([
    [found([]), 'No lesson contains “tide”.'],
    [found([1]), '1 lesson'],
    [found([3]), '3 lessons'],
    [found([2, 1]), '3 lessons in 2 courses'],
    [found([15, 5], { count: 44 }), 'Top 20 of 44 lessons in 2 courses'],
    [found([1], { isPartial: true }), 'No lesson contains all terms; 1 lesson with some of them'],
  ])('summarises the matches', (what, sentence) => {
    expect(describeFound(what, ' tide ')).toBe(sentence);
  });
});

test('the scope line says how many lessons are searched, and how many are not', () => {
  expect(describeScope({ here: 1, all: 1 })).toBe(
    'Searches the text of 1 lesson on this device. Works offline.',
  );
  expect(describeScope({ here: 9, all: 12 })).toMatch(/9 lessons .* 3 more not downloaded yet\.$/);
});
