import { describe, expect, it } from 'vitest';
import { adminCourseOf } from '#pwa/testing/admin-rows.ts';
import { firstOpen } from './first-open.ts';

const small = adminCourseOf('small', [3, 4]).modules;
const large = adminCourseOf(
  'large',
  Array.from({ length: 60 }, () => 20),
).modules;
const arrival = { isWide: true, named: null, edited: null };

describe('the editor opens', () => {
  it('all modules of a small course on a wide screen, and the first one on a phone', () => {
    expect(firstOpen(small, arrival)).toEqual(['small-m1', 'small-m2']);
    expect(firstOpen(small, { ...arrival, isWide: false })).toEqual(['small-m1']);
  });

  it('one module of a large course: the last edited one, or the first', () => {
    expect(firstOpen(large, arrival)).toEqual(['large-m1']);
    expect(firstOpen(large, { ...arrival, edited: 'large-m7-l3' })).toEqual(['large-m7']);
    expect(firstOpen(large, { ...arrival, edited: 'deleted meanwhile' })).toEqual(['large-m1']);
  });

  it('the lesson in the URL, with its module', () => {
    const named = 'large-m40-l2';
    expect(firstOpen(large, { ...arrival, named, edited: 'large-m7' })).toEqual(['large-m40', named]);
    expect(firstOpen(small, { ...arrival, isWide: false, named: 'small-m2' })).toEqual(['small-m2']);
  });
});
