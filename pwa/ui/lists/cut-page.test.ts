import { describe, expect, it } from 'vitest';
import { cutPage } from './cut-page.ts';

describe('a page of a list', () => {
  const many = Array.from({ length: 2_000 }, (_, place) => place);
  const cut = (count: number, requested: number) =>
    cutPage(many.slice(0, count), { requested, size: 50, noun: 'user' });

  it('contains the rows of the page and their range', () => {
    expect(cut(2_000, 1)).toMatchObject({ page: 1, pages: 40, rangeLabel: '51–100 of 2,000 users' });
    expect(cut(2_000, 39).rows).toEqual(many.slice(1_950));
  });

  it('is the last page if the requested one does not exist, and the only one of a short list', () => {
    expect(cut(60, 39)).toMatchObject({ page: 1, rangeLabel: '51–60 of 60 users' });
    expect(cut(1, 0)).toMatchObject({ page: 0, pages: 1, rangeLabel: '1 user' });
    expect(cut(0, 0)).toMatchObject({ page: 0, pages: 1, rows: [], rangeLabel: '0 users' });
    expect(cut(60, -3)).toMatchObject({ page: 0 });
  });
});
