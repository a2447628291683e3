import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BurstWriter } from './burst-writer.ts';

const PAUSE_MS = 200;

describe('a burst writer', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  const writerTo = (written: string[]) => new BurstWriter<string>((value) => written.push(value), PAUSE_MS);

  it('writes the first value at once and the newest one when the burst is over', () => {
    const written: string[] = [];
    const writer = writerTo(written);
    for (const value of ['a', 'ab', 'abc']) {
      writer.put(value);
      vi.advanceTimersByTime(PAUSE_MS / 2);
    }
    expect(written).toEqual(['a']);
    vi.advanceTimersByTime(PAUSE_MS);
    expect(written).toEqual(['a', 'abc']);
  });

  it('writes a single value once, and the first one of the next burst at once', () => {
    const written: string[] = [];
    const writer = writerTo(written);
    writer.put('a');
    vi.advanceTimersByTime(PAUSE_MS);
    writer.put('b');
    expect(written).toEqual(['a', 'b']);
  });

  it('writes what waits when it is flushed, once', () => {
    const written: string[] = [];
    const writer = writerTo(written);
    writer.put('a');
    writer.put('ab');
    writer.flush();
    expect(written).toEqual(['a', 'ab']);
    vi.advanceTimersByTime(2 * PAUSE_MS);
    expect(written).toEqual(['a', 'ab']);
  });

  it('forgets what waits when it is cancelled', () => {
    const written: string[] = [];
    const writer = writerTo(written);
    writer.put('a');
    writer.put('ab');
    writer.cancel();
    vi.advanceTimersByTime(2 * PAUSE_MS);
    expect(written).toEqual(['a']);
  });
});
