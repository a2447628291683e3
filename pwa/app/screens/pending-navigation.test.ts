import { expect, test, vi } from 'vitest';
import { isNavigationPending, subscribePendingNavigation, trackNavigation } from './pending-navigation.ts';

test('a navigation is pending until its chunk has loaded or failed', async () => {
  const heard = vi.fn();
  const stop = subscribePendingNavigation(heard);
  let resolveFirst = (_page: string) => {};
  let fail = (_problem: Error) => {};
  const navigations = [
    trackNavigation(new Promise<string>((resolve) => (resolveFirst = resolve))),
    trackNavigation(new Promise<string>((_, reject) => (fail = reject))),
  ];
  expect(isNavigationPending()).toBe(true);
  expect(heard, 'not during a render').not.toHaveBeenCalled();
  resolveFirst('page');
  await expect(navigations[0]).resolves.toBe('page');
  expect(isNavigationPending()).toBe(true);
  fail(new Error('no line'));
  await expect(navigations[1]).rejects.toThrow('no line');
  expect(isNavigationPending()).toBe(false);
  await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(4));
  stop();
});
