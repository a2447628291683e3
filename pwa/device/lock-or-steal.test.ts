import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createWebLocks } from '#pwa/testing/fake-locks.ts';
import { lockOrSteal } from './lock-or-steal.ts';

beforeEach(() => {
  vi.stubGlobal('navigator', { locks: createWebLocks() });
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const never = () => new Promise<never>(() => undefined);

it('waits for the tab that has the lock', async () => {
  const steps: string[] = [];
  const take = (step: string) =>
    lockOrSteal('one', async () => {
      steps.push(`${step} begins`);
      await new Promise((resolve) => setTimeout(resolve, 4_000));
      steps.push(`${step} ends`);
    });
  const both = Promise.all([take('first'), take('second')]);
  await vi.advanceTimersByTimeAsync(8_000);
  await both;
  expect(steps).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
});

it('takes the lock from a tab that has frozen', async () => {
  lockOrSteal('one', never).catch(() => undefined);
  const result = lockOrSteal('one', async () => 'done');
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await result).toBe('done');
});

it('runs work once that fails after a long time', async () => {
  const work = vi.fn(async () => {
    await new Promise((resolve) => setTimeout(resolve, 60_000));
    throw new Error('the work');
  });
  const result = expect(lockOrSteal('one', work)).rejects.toThrow('the work');
  await vi.advanceTimersByTimeAsync(60_000);
  await result;
  expect(work).toHaveBeenCalledOnce();
});

it('runs the work at once without Web Locks', async () => {
  vi.stubGlobal('navigator', {});
  expect(await lockOrSteal('one', async () => 'done')).toBe('done');
});
