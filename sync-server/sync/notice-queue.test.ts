import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NoticeQueue } from './notice-queue.ts';

const numbers = (count: number, first = 0) => Array.from({ length: count }, (_, index) => first + index);

describe('notices', () => {
  let sent: number[];
  let queue: NoticeQueue<number>;

  beforeEach(() => {
    vi.useFakeTimers();
    sent = [];
    queue = new NoticeQueue((to) => sent.push(to));
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('are sent at once to a few', () => {
    queue.add(numbers(40));
    expect(sent).toEqual(numbers(40));
    queue.add(numbers(3));
    expect(sent).toHaveLength(43);
  });

  it('are spread over a time that grows with the audience, in order', () => {
    queue.add(numbers(8_000));
    expect(sent.length).toBeLessThanOrEqual(40);
    vi.advanceTimersByTime(10_000);
    expect(sent.length).toBeGreaterThan(900);
    expect(sent.length).toBeLessThan(1_100);
    vi.advanceTimersByTime(70_000);
    expect(sent).toEqual(numbers(8_000));
    expect(vi.getTimerCount()).toBe(0);
  });

  it('are one for several changes, and the one that waits keeps its place', () => {
    queue.add(numbers(100));
    queue.add([...numbers(100).reverse(), 1_000]);
    vi.advanceTimersByTime(60_000);
    expect(sent.slice(10)).toEqual([...numbers(90, 10), ...numbers(10).reverse(), 1_000]);
  });

  it('are not sent to those who left', () => {
    queue.add(numbers(100));
    queue.remove(99);
    expect(queue.waitingCount).toBe(89);
    queue.clear();
    vi.advanceTimersByTime(60_000);
    expect(sent).toEqual(numbers(10));
    expect(vi.getTimerCount()).toBe(0);
  });
});
