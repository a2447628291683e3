import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { NO_ANSWER } from '../api/answer.ts';
import { resetDevice, signInAs } from '../testing/device.ts';
import { alice } from '../testing/people.ts';
import { createPuller } from './puller.ts';

beforeEach(resetDevice);
afterEach(() => vi.useRealTimers());

it('a pull that becomes due during a drain waits until the drain ends', async () => {
  const store = signInAs(alice);
  let isSending = true;
  const ask = vi.fn(async () => NO_ANSWER);
  const puller = createPuller({ ask, onNewEpoch: async () => {}, isSending: () => isSending });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  puller.soon();
  await vi.advanceTimersByTimeAsync(10_000);
  // A pull that had started would have read its cursor and sent its request by now.
  for (let reads = 0; reads < 20; reads += 1) await store.state.count();
  isSending = false;
  expect(ask).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1_000);
  vi.useRealTimers();
  await expect.poll(() => ask.mock.calls.length).toBe(1);
  puller.stop();
});
