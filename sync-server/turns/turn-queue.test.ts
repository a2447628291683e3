import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { TurnQueue } from './turn-queue.ts';

// Time passes by work only, not while another process has the processor.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Occupies the thread as a request does at its start. */
const work = (ms: number) => vi.advanceTimersByTime(ms);

it('begins work at once when there is little', () => {
  const queue = new TurnQueue();
  const begun: number[] = [];
  queue.begin(() => begun.push(1));
  queue.begin(() => begun.push(2));
  expect(begun).toEqual([1, 2]);
});

it('spreads much work over turns of the event loop, in order of arrival', async () => {
  const queue = new TurnQueue();
  const begun: number[] = [];
  const perTurn: number[] = [];
  for (let index = 0; index < 60; index += 1) {
    queue.begin(() => {
      begun.push(index);
      work(2);
    });
  }
  while (begun.length < 60) {
    const before = begun.length;
    await nextTurn();
    perTurn.push(begun.length - before);
  }
  expect(begun).toEqual(Array.from({ length: 60 }, (_, index) => index));
  expect(Math.max(...perTurn)).toBeLessThanOrEqual(6);
});

it('lets later work wait behind earlier work', async () => {
  const queue = new TurnQueue();
  const begun: string[] = [];
  queue.begin(() => work(12));
  queue.begin(() => begun.push('early'));
  await Promise.resolve();
  queue.begin(() => begun.push('late'));
  expect(begun).toEqual([]);
  while (begun.length < 2) await nextTurn();
  expect(begun).toEqual(['early', 'late']);
});
