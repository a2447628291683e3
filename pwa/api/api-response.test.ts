import { describe, expect, it } from 'vitest';
import { parseRetryAfter } from './api-response.ts';

const now = Date.parse('2026-11-21T08:00:00.000Z');

describe('Retry-After', () => {
  it.each([
    ['7', 7_000],
    ['0', 0],
    ['Sat, 21 Nov 2026 08:00:30 GMT', 30_000],
    ['Sat, 21 Nov 2026 07:00:00 GMT', 0],
    ['soon', null],
    ['', null],
    [null, null],
  ])('%j is %j ms', (value, ms) => {
    expect(parseRetryAfter(value, now)).toBe(ms);
  });
});
