import { afterEach, beforeEach, expect, it, vi } from 'vitest';
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
