import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { saveCourse, sendQueue } from './honest-devices-for-test.ts';

const MINUTE_MS = 60_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('what honest devices send', () => {
  it('a queue of 10,000 commands arrives in four minutes', { timeout: 240_000 }, async () => {
    expect(await sendQueue(10_000)).toBeLessThanOrEqual(4 * MINUTE_MS);
  });

  it('the first Save Course of a course of 12 MB is not limited', { timeout: 240_000 }, async () => {
    expect(await saveCourse({ batches: 14 })).toBeGreaterThan(12_000_000);
  });
});
