import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Call, createLoop, type Due } from './loop.ts';

/* Time stands still but for `pass`. */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  vi.spyOn(Math, 'random').mockReturnValue(1);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** A loop whose rounds wait for `end`. */
function openLoop(options: Parameters<typeof createLoop>[1] = {}) {
  const calls: Call[] = [];
  const signals: AbortSignal[] = [];
  const ends: ((due: Due | Error) => void)[] = [];
  const loop = createLoop((call, signal) => {
    calls.push(call);
    signals.push(signal);
    return new Promise((resolve, reject) => {
      ends.push((due) => (due instanceof Error ? reject(due) : resolve(due)));
    });
  }, options);
  onTestFinished(loop.stop);
  const end = async (due: Due | Error, round = ends.length) => {
    ends[round - 1]?.(due);
    await pass(0);
  };
  return { ...{ loop, calls, signals, end } };
}

describe('a round', () => {
  it('begins at once, and another follows if it was asked for meanwhile, however often', async () => {
    const { loop, calls, end } = openLoop();
    let isIdle = false;
    void loop.run().then(() => {
      isIdle = true;
    });
    void loop.run();
    void loop.run('eager');
    void loop.run();
    expect(calls).toEqual(['ordinary']);
    await end(null);
    expect(calls).toEqual(['ordinary', 'eager']);
    expect([isIdle, loop.isIdle()]).toEqual([false, false]);
    await end(null);
    expect([isIdle, loop.isIdle()]).toEqual([true, true]);
    await loop.untilIdle();
  });

  it('follows when it is due, and otherwise only when it is asked for', async () => {
    const { loop, calls, end } = openLoop({ longestMs: 60_000 });
    void loop.run();
    await end(5_000);
    await pass(4_999);
    expect(calls).toHaveLength(1);
    await pass(1);
    expect(calls).toEqual(['ordinary', 'planned']);
    await end(3_600_000);
    await pass(60_000);
    expect(calls).toHaveLength(3);
    await end(null);
    await pass(3_600_000);
    expect(calls).toHaveLength(3);
  });

  it('that is always due makes no busy loop', async () => {
    const work = vi.fn(async () => -1);
    const loop = createLoop(work);
    onTestFinished(loop.stop);
    void loop.run();
    await pass(10_000);
    expect(work.mock.calls.length).toBeLessThanOrEqual(41);
  });

  it('that is asked for takes the place of the one that is due', async () => {
    const { loop, calls, end } = openLoop();
    void loop.run();
    await end(5_000);
    void loop.run();
    await end(null);
    await pass(60_000);
    expect(calls).toEqual(['ordinary', 'ordinary']);
  });

  it('that is planned during another follows it, although none is due', async () => {
    const { loop, calls, end } = openLoop();
    void loop.run();
    loop.runIn(3_000);
    await end(60_000);
    await pass(3_000);
    expect(calls).toEqual(['ordinary', 'planned']);
  });
});

describe('after failures', () => {
  it.each([
    ['that are reported', {}],
    ['that are thrown', new Error('no connection')],
  ])('%s, the delay grows, and begins anew after a success', async (_, failure) => {
    const { loop, calls, end } = openLoop();
    void loop.run();
    for (const ms of [1_000, 3_000, 9_000, 27_000]) {
      const before = calls.length;
      await end(failure);
      await pass(ms - 1);
      expect(calls).toHaveLength(before);
      await pass(1);
      expect(calls).toHaveLength(before + 1);
    }
    await end(0);
    await pass(250);
    await end(failure);
    await pass(1_000);
    expect(calls).toHaveLength(7);
  });

  it('the delay is as long as the server says, and has a longest one', async () => {
    const patient = openLoop();
    void patient.loop.run();
    await patient.end({ retryAfterMs: 600_000 });
    const bounded = openLoop({ longestMs: 60_000 });
    void bounded.loop.run();
    await bounded.end({ retryAfterMs: 600_000 });
    await pass(60_000);
    expect([patient.calls, bounded.calls].map(({ length }) => length)).toEqual([1, 2]);
    await pass(541_000);
    expect(patient.calls).toHaveLength(2);
  });

  it('that the network causes, the second delay is long', async () => {
    const { loop, calls, end } = openLoop();
    void loop.run();
    await end({ isBlocked: true });
    await pass(1_000);
    await end({ isBlocked: true });
    await pass(26_999);
    expect(calls).toHaveLength(2);
    await pass(1);
    expect(calls).toHaveLength(3);
  });

  it('what was asked for meanwhile waits for the delay, unless it is urgent', async () => {
    const { loop, calls, end } = openLoop();
    void loop.run();
    void loop.run();
    loop.runIn(10);
    await pass(10);
    await end({});
    expect(calls).toEqual(['ordinary']);
    await pass(1_000);
    void loop.run('eager');
    await end({});
    expect(calls).toEqual(['ordinary', 'planned', 'eager']);
  });

  it.each([
    [true, 1],
    [false, 2],
  ])('an ordinary call shortens the delay unless the loop is patient (%s)', async (isPatient, count) => {
    const { loop, calls, end } = openLoop({ isPatient });
    void loop.run();
    await end({});
    void loop.run();
    expect(calls).toHaveLength(count);
    if (!isPatient) return;
    void loop.run('eager');
    expect(calls).toEqual(['ordinary', 'eager']);
  });
});

it('soon is at once, or a pause after the last round began, once for all calls', async () => {
  const { loop, calls, end } = openLoop({ pauseMs: 500 });
  loop.soon();
  await pass(0);
  expect(calls).toHaveLength(1);
  await end(null);
  loop.soon();
  await pass(400);
  loop.soon();
  await pass(99);
  expect(calls).toHaveLength(1);
  await pass(1);
  expect(calls).toHaveLength(2);
  await end(null);
  await pass(10_000);
  expect(calls).toHaveLength(2);
});

it('a restart does not wait for the round that hangs, whose end changes nothing', async () => {
  const { loop, calls, end } = openLoop();
  const idle = vi.fn();
  void loop.run().then(idle);
  void loop.run('restart');
  expect(calls).toEqual(['ordinary', 'restart']);
  await end({}, 1);
  await pass(60_000);
  expect(calls).toHaveLength(2);
  expect(idle).not.toHaveBeenCalled();
  await end(null, 2);
  expect(idle).toHaveBeenCalled();
  expect(loop.isIdle()).toBe(true);
});

it('nothing runs after a stop, and the round under way is told', async () => {
  const { loop, calls, signals, end } = openLoop();
  const idle = loop.run();
  void loop.run();
  loop.stop();
  expect(signals[0]?.aborted).toBe(true);
  await end(1);
  await idle;
  loop.runIn(1);
  loop.soon();
  await loop.run('restart');
  await pass(60_000);
  expect(calls).toEqual(['ordinary']);
});
