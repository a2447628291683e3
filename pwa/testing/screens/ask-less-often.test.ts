import { waitFor } from '@testing-library/dom';
import { JSDOM } from 'jsdom';
import { expect, it, onTestFinished, vi } from 'vitest';
import { askLessOften } from './ask-less-often.ts';

it('waits ask the clock less and less often, and a change of the document at once', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  askLessOften();
  const { document } = new JSDOM('').window;
  let asked = 0;
  const wait = waitFor(
    () => {
      asked += 1;
      if (document.title !== 'Tides') throw new Error('There is no title yet');
    },
    { container: document.documentElement, timeout: 60_000 },
  );
  const askedAfter: number[] = [asked];
  for (const milliseconds of [50, 50, 100, 200, 400, 400]) {
    await vi.advanceTimersByTimeAsync(milliseconds - 1);
    askedAfter.push(asked);
    await vi.advanceTimersByTimeAsync(1);
    askedAfter.push(asked);
  }
  expect(askedAfter).toEqual([1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7]);
  document.title = 'Tides';
  await wait;
  expect(asked).toBe(8);
});
