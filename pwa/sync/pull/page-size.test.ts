import { describe, expect, it } from 'vitest';
import { PULL_MAX_CHARACTERS, PULL_MIN_CHARACTERS } from '#schema/limits.ts';
import { createPageSize } from './page-size.ts';

const KB = 1_024;
const quick = { isReceived: true, durationMs: 500 };
const usual = { isReceived: true, durationMs: 8_000 };
const slow = { isReceived: true, durationMs: 25_000 };
const failed = { isReceived: false, durationMs: 100 };

describe('the size of a page', () => {
  it.each([
    ['doubles when it was quick', [quick], 1_024 * KB],
    ['stays when it was neither quick nor slow', [usual], 512 * KB],
    ['halves when it was slow', [slow], 256 * KB],
    ['halves when it failed', [failed, failed], 128 * KB],
    ['is not tried again soon when it failed', [failed, ...Array.from({ length: 7 }, () => quick)], 256 * KB],
    ['is tried again after eight quick pages', [failed, ...Array.from({ length: 8 }, () => quick)], 512 * KB],
    ['is not less than the least', Array.from({ length: 9 }, () => failed), PULL_MIN_CHARACTERS],
    ['is not more than the server sends', Array.from({ length: 9 }, () => quick), PULL_MAX_CHARACTERS],
  ])('%s', (_, pages, expected) => {
    const size = createPageSize();
    for (const page of pages) size.note(page);
    expect(size.current()).toBe(expected);
  });
});
