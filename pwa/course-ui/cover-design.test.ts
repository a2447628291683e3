import { expect, it } from 'vitest';
import { coverDesign, coverFamilies } from './cover-design.ts';

const draw = (courseId: string) => {
  const { family, ink, next } = coverDesign(courseId);
  return { family, ground: ink.ground, numbers: [next(), next(), next()] };
};

it('is the same for the same course, every time', () => {
  expect(draw('course-7')).toEqual(draw('course-7'));
});

it('differs in family and ink between the three featured courses', () => {
  const covers = ['course-1', 'course-2', 'course-3'].map(draw);
  expect(new Set(covers.map((cover) => cover.family)).size).toBe(3);
  expect(new Set(covers.map((cover) => cover.ground)).size).toBe(3);
});

it('uses every family among many courses', () => {
  const families = new Set(Array.from({ length: 100 }, (_, n) => draw(`01928f${n}`).family));
  expect(families.size).toBe(coverFamilies.length);
});

it('generates numbers from 0 up to but not including 1', () => {
  const { next } = coverDesign('course-1');
  for (let n = 0; n < 1_000; n += 1) {
    const number = next();
    expect(number).toBeGreaterThanOrEqual(0);
    expect(number).toBeLessThan(1);
  }
});
