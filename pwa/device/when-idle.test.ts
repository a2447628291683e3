import { afterEach, describe, expect, it, vi } from 'vitest';
import { untilIdle, whenIdle } from './when-idle.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** A browser that never reports an idle moment, as Chromium may do for minutes. */
function stubBusyBrowser(): void {
  vi.useFakeTimers();
  const request = (task: () => void, { timeout }: { timeout?: number } = {}) =>
    timeout === undefined ? 0 : Number(setTimeout(task, timeout));
  vi.stubGlobal('requestIdleCallback', request);
  vi.stubGlobal('cancelIdleCallback', (id: number) => clearTimeout(id));
}

describe('a task for an idle moment', () => {
  it('runs after the limit when the browser reports none', () => {
    stubBusyBrowser();
    const task = vi.fn();
    whenIdle(task, { limitMs: 3_000 });
    vi.advanceTimersByTime(2_999);
    expect(task).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(task).toHaveBeenCalledOnce();
  });

  it('has a limit without being given one', async () => {
    stubBusyBrowser();
    const idle = untilIdle();
    vi.advanceTimersByTime(10_000);
    await expect(idle).resolves.toBeUndefined();
  });

  it('does not run after it was cancelled', () => {
    stubBusyBrowser();
    const task = vi.fn();
    whenIdle(task)();
    vi.advanceTimersByTime(60_000);
    expect(task).not.toHaveBeenCalled();
  });

  it('runs after a rest in a browser that does not report idle moments', async () => {
    vi.stubGlobal('requestIdleCallback', undefined);
    await expect(untilIdle({ restMs: 1 })).resolves.toBeUndefined();
  });
});
