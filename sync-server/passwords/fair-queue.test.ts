import { describe, expect, it } from 'vitest';
import { FairQueue, QueueFull, type QueueLimits } from './fair-queue.ts';

/** A queue whose jobs are finished by the test, so turns can be counted. */
function queueOf(limits: Partial<QueueLimits> = {}) {
  const queue = new FairQueue({ running: 2, waitingPerLane: 1_000, waiting: 10_000, ...limits });
  const started: string[] = [];
  const finish: (() => void)[] = [];
  const refused: string[] = [];
  const add = (lane: string) => {
    const work = () => {
      started.push(lane);
      return new Promise<void>((resolve) => finish.push(resolve));
    };
    queue.run(lane, work).catch((error: unknown) => {
      if (!(error instanceof QueueFull)) throw error;
      refused.push(lane);
    });
  };
  /** Finishes the oldest running job and waits until the next has started. */
  const turn = async () => {
    finish.shift()?.();
    await new Promise(setImmediate);
  };
  return { add, turn, started, refused };
}

const times = (count: number, act: () => void) => Array.from({ length: count }, act);

describe('the queue', () => {
  it('serves a job of one network within two turns, whatever another network has queued', async () => {
    const { add, turn, started } = queueOf();
    times(600, () => add('flood'));
    add('school');
    for (let i = 0; i < 2; i += 1) await turn();
    expect(started).toEqual(['flood', 'flood', 'flood', 'school']);
  });

  it('gives turns to all lanes, each in order of arrival', async () => {
    const { add, turn, started } = queueOf({ running: 1 });
    for (const lane of ['a', 'a', 'a', 'b', 'c', 'b']) add(lane);
    for (let i = 0; i < 5; i += 1) await turn();
    expect(started).toEqual(['a', 'a', 'b', 'c', 'a', 'b']);
  });

  it('rejects jobs beyond the capacity of a lane, and only in that lane', async () => {
    const { add, turn, started, refused } = queueOf({ waitingPerLane: 3 });
    times(8, () => add('flood'));
    add('school');
    await turn();
    expect(refused).toEqual(['flood', 'flood', 'flood']);
    await turn();
    expect(started).toContain('school');
  });

  it('drops a job of the longest lane when the total capacity is reached', async () => {
    const { add, turn, started, refused } = queueOf({ running: 1, waiting: 4 });
    times(6, () => add('flood'));
    add('school');
    await turn();
    expect(refused).toEqual(['flood', 'flood']);
    await turn();
    expect(started).toEqual(['flood', 'flood', 'school']);
  });

  it('rejects a new job when every lane is as short as its own', async () => {
    const { add, turn, refused } = queueOf({ running: 1, waiting: 3 });
    for (const lane of ['a', 'b', 'c', 'd', 'e']) add(lane);
    await turn();
    expect(refused).toEqual(['e']);
  });

  it('continues after a job that fails', async () => {
    const queue = new FairQueue({ running: 1, waitingPerLane: 1, waiting: 1 });
    const failing = queue.run('a', () => Promise.reject(new Error('broken')));
    const next = queue.run('a', () => Promise.resolve('done'));
    await expect(failing).rejects.toThrow('broken');
    await expect(next).resolves.toBe('done');
    await expect(queue.run('b', () => Promise.resolve('later'))).resolves.toBe('later');
  });
});
