import { expect, test, vi } from 'vitest';
import { isOpening, subscribeOpening, whileOpening } from './opening.ts';

test('a navigation is pending until its chunk has loaded or failed', async () => {
  const heard = vi.fn();
  const stop = subscribeOpening(heard);
  let bring = (_page: string) => {};
  let fail = (_problem: Error) => {};
  const opening = [
    whileOpening(new Promise<string>((resolve) => (bring = resolve))),
    whileOpening(new Promise<string>((_, reject) => (fail = reject))),
  ];
  expect(isOpening()).toBe(true);
  expect(heard, 'not while somebody draws').not.toHaveBeenCalled();
  bring('page');
  await expect(opening[0]).resolves.toBe('page');
  expect(isOpening()).toBe(true);
  fail(new Error('no line'));
  await expect(opening[1]).rejects.toThrow('no line');
  expect(isOpening()).toBe(false);
  await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(4));
  stop();
});
