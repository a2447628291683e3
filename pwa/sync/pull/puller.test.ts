import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { NO_RESPONSE } from '#pwa/api/api-response.ts';
import { resetDevice, signInAs } from '#pwa/testing/device.ts';
import { alice } from '#pwa/testing/people.ts';
import { createPuller } from './puller.ts';

beforeEach(resetDevice);
afterEach(() => vi.useRealTimers());

it('a pull that becomes due during a drain waits until the drain ends', async () => {
  const store = signInAs(alice);
  let isSending = true;
  const request = vi.fn(async () => NO_RESPONSE);
  const puller = createPuller({
    request,
    onNewEpoch: async () => ({ proofs: 0 }),
    isSending: () => isSending,
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  puller.soon();
  await vi.advanceTimersByTimeAsync(10_000);
  // A pull that had started would have read its cursor and sent its request by now.
  for (let reads = 0; reads < 20; reads += 1) await store.state.count();
  isSending = false;
  expect(request).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1_000);
  vi.useRealTimers();
  await expect.poll(() => request.mock.calls.length).toBe(1);
  puller.stop();
});

describe('a requested pull', () => {
  const nothingNew = {
    ...NO_RESPONSE,
    status: 200,
    output: { changes: [], cursor: 'cursor', more: false, epoch: 'epoch' },
  };

  /** A puller whose requests wait for `reply`; time stands still but for `vi.advanceTimersByTimeAsync`. */
  function createSlowPuller() {
    signInAs(alice);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const waiting: (() => void)[] = [];
    const request = vi.fn(
      () => new Promise<typeof nothingNew>((resolve) => waiting.push(() => resolve(nothingNew))),
    );
    const puller = createPuller({
      request,
      onNewEpoch: async () => ({ proofs: 0 }),
      isSending: () => false,
    });
    const reply = () => waiting.shift()?.();
    onTestFinished(async () => {
      // A pull under way holds the lock.
      puller.stop();
      while (waiting.length > 0) reply();
      await navigator.locks.request('carrel-pull-alice', () => undefined);
    });
    const expectRequests = (count: number) => expect.poll(() => request.mock.calls.length).toBe(count);
    return { puller, reply, expectRequests };
  }

  it('starts at once; those after it wait together until half a second has passed', async () => {
    const { puller, reply, expectRequests } = createSlowPuller();
    puller.soon();
    await vi.advanceTimersByTimeAsync(0);
    await expectRequests(1);
    reply();
    puller.soon();
    puller.soon();
    await vi.advanceTimersByTimeAsync(499);
    await expectRequests(1);
    await vi.advanceTimersByTimeAsync(1);
    await expectRequests(2);
  });

  it('follows the pull under way, which may have read before the change', async () => {
    const { puller, reply, expectRequests } = createSlowPuller();
    const isIdle = puller.run();
    await expectRequests(1);
    puller.soon();
    reply();
    await isIdle;
    await vi.advanceTimersByTimeAsync(500);
    await expectRequests(2);
  });
});
