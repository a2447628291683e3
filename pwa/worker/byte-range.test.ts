import { describe, expect, it } from 'vitest';
import { resolveRange } from './byte-range.ts';

const SIZE = 1000;

describe('a Range header against a body of 1,000 bytes', () => {
  it.each([
    ['bytes=0-', { start: 0, end: 999 }],
    ['bytes=0-0', { start: 0, end: 0 }],
    ['bytes=0-1', { start: 0, end: 1 }],
    ['bytes=200-299', { start: 200, end: 299 }],
    ['bytes=999-', { start: 999, end: 999 }],
    ['bytes=-1', { start: 999, end: 999 }],
    ['bytes=-300', { start: 700, end: 999 }],
  ])('%s selects those bytes', (header, range) => {
    expect(resolveRange(header, SIZE)).toEqual(range);
  });

  it.each([
    ['bytes=0-1000', { start: 0, end: 999 }],
    ['bytes=0-65535', { start: 0, end: 999 }],
    ['bytes=900-5000', { start: 900, end: 999 }],
    ['bytes=-5000', { start: 0, end: 999 }],
  ])('%s ends after the body and is cut to it', (header, range) => {
    expect(resolveRange(header, SIZE)).toEqual(range);
  });

  it.each(['bytes=1000-', 'bytes=1000-1001', 'bytes=5000-', 'bytes=-0'])(
    '%s cannot be satisfied',
    (header) => {
      expect(resolveRange(header, SIZE)).toBe('unsatisfiable');
    },
  );

  it.each([null, '', 'bytes=-', 'bytes=5-2', 'bytes=0-1,5-6', 'lines=0-1', 'bytes=a-b', 'bytes=1.5-2'])(
    '%s returns the whole body',
    (header) => {
      expect(resolveRange(header, SIZE)).toBe('whole');
    },
  );

  it('selects nothing of an empty body', () => {
    expect(resolveRange('bytes=0-', 0)).toBe('unsatisfiable');
    expect(resolveRange('bytes=-1', 0)).toBe('unsatisfiable');
    expect(resolveRange(null, 0)).toBe('whole');
  });
});
