import { describe, expect, it, vi } from 'vitest';
import { paced } from './paced.ts';

function slowQuery(tookMs: number) {
  const query = vi.fn(async () => {
    vi.setSystemTime(Date.now() + tookMs);
    vi.advanceTimersByTime(tookMs);
    return query.mock.calls.length;
  });
  return query;
}

describe('a query for a live screen', () => {
  it('runs at once for the first change, and pauses for nine times its duration', async () => {
    vi.useFakeTimers();
    try {
      const query = slowQuery(50);
      const runQuery = paced(query);
      expect(await runQuery()).toBe(1);
      const started = runQuery();
      await vi.advanceTimersByTimeAsync(449);
      expect(query).toHaveBeenCalledTimes(1);
      await vi.advanceTimersByTimeAsync(1);
      expect(await started).toBe(2);
    } finally {
      vi.useRealTimers();
    }
  });

  it('does not pause when it takes no longer than a frame', async () => {
    vi.useFakeTimers();
    try {
      const runQuery = paced(slowQuery(16));
      expect(await runQuery()).toBe(1);
      expect(await runQuery()).toBe(2);
    } finally {
      vi.useRealTimers();
    }
  });

  it('does not run concurrently when it is slow', async () => {
    vi.useFakeTimers();
    try {
      let isBusy = false;
      const query = vi.fn(async () => {
        if (isBusy) throw new Error('It runs already');
        isBusy = true;
        await new Promise((resolve) => setTimeout(resolve, 60));
        isBusy = false;
        return query.mock.calls.length;
      });
      const runQuery = paced(query);
      const first = runQuery();
      await vi.advanceTimersByTimeAsync(60 + 540);
      expect(await first).toBe(1);
      const second = runQuery();
      await vi.advanceTimersByTimeAsync(30);
      const third = runQuery();
      await vi.advanceTimersByTimeAsync(30 + 539);
      expect(await second).toBe(2);
      expect(query).toHaveBeenCalledTimes(2);
      await vi.advanceTimersByTimeAsync(1 + 60);
      expect(await third).toBe(3);
    } finally {
      vi.useRealTimers();
    }
  });

  it('runs once for all changes during a pause of at most a second', async () => {
    vi.useFakeTimers();
    try {
      const query = slowQuery(5_000);
      const runQuery = paced(query);
      await runQuery();
      const overtaken = [runQuery(), runQuery()].map((started) =>
        expect(started).rejects.toThrow('A later query'),
      );
      const last = runQuery();
      await vi.advanceTimersByTimeAsync(1_000);
      await Promise.all(overtaken);
      expect(await last).toBe(2);
      expect(query).toHaveBeenCalledTimes(2);
    } finally {
      vi.useRealTimers();
    }
  });
});
