import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { categorize, searchLibrary } from './library.ts';

const thirds = ['courses', 'templates', 'bundles'] as const;

describe('the library', () => {
  it.each([
    [0, [0, 0, 0]],
    [1, [1, 0, 0]],
    [2, [1, 1, 0]],
    [3, [1, 1, 1]],
    [4, [2, 2, 0]],
    [5, [2, 2, 1]],
    [10, [4, 4, 2]],
  ])('splits %i courses by position', (count, sizes) => {
    const courses = Array.from({ length: count }, (_, i) => i);
    expect(thirds.map((category) => categorize(courses, category).length)).toEqual(sizes);
  });

  it('shows each course in exactly one third and all of them in “all”, in order', () => {
    const property = fc.property(fc.array(fc.nat()), (courses) => {
      expect(thirds.flatMap((category) => categorize(courses, category))).toEqual(courses);
      expect(categorize(courses, 'all')).toEqual(courses);
      expect(categorize(courses, 'tools')).toEqual([]);
    });
    fc.assert(property);
  });

  const courses = [
    { title: 'Reading the Tides', description: 'Moon and sea', instructor: 'Ines Holm' },
    { title: 'Knots', description: 'Ten that hold (100%)', instructor: 'Bo Tide' },
    { title: 'Sails', description: 'Cloth', instructor: 'Ada' },
  ];
  const titles = (text: string) => searchLibrary(courses, text).map(({ title }) => title);

  it('finds a text in title, description or instructor, ignoring case', () => {
    expect(titles('TIDE')).toEqual(['Reading the Tides', 'Knots']);
    expect(titles(' moon ')).toEqual(['Reading the Tides']);
    expect(titles('ada')).toEqual(['Sails']);
  });

  it.each([
    ['strasse', 'Die Straße'],
    ['ecole', 'L’École'],
    ['البحر', 'اَلْبَحْرُ'],
    ['引力', '月亮的引力'],
    ['שלום', 'שָׁלוֹם'],
  ])('finds %j in %j', (text, title) => {
    const course = { title, description: '', instructor: '' };
    expect(searchLibrary([course, ...courses], text)).toEqual([course]);
  });

  it('matches every character literally', () => {
    expect(titles('(100%)')).toEqual(['Knots']);
    expect(titles('.*')).toEqual([]);
  });

  it('shows everything for an empty query', () => {
    expect(titles('  ')).toHaveLength(3);
  });

  it('returns the same list while nothing is left out, so that no card is rendered again', () => {
    expect(categorize(courses, 'all')).toBe(courses);
    expect(searchLibrary(courses, '')).toBe(courses);
    expect(searchLibrary(courses, 'a')).toBe(courses);
  });
});
