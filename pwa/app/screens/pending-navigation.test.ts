import { expect, test, vi } from 'vitest';
import { waitFor } from '#schema/testing/wait-for.ts';
import { navigationPending, trackNavigation } from './pending-navigation.ts';

test('a navigation is pending until its chunk has loaded or failed', async () => {
  const heard = vi.fn();
  const stop = navigationPending.subscribe(heard);
  let resolveFirst = (_page: string) => {};
  let fail = (_problem: Error) => {};
  const navigations = [
    trackNavigation(new Promise<string>((resolve) => (resolveFirst = resolve))),
    trackNavigation(new Promise<string>((_, reject) => (fail = reject))),
  ];
  expect(navigationPending.get()).toBe(true);
  expect(heard, 'not during a render').not.toHaveBeenCalled();
  resolveFirst('page');
  await expect(navigations[0]).resolves.toBe('page');
  expect(navigationPending.get()).toBe(true);
  fail(new Error('no line'));
  await expect(navigations[1]).rejects.toThrow('no line');
  expect(navigationPending.get()).toBe(false);
  await waitFor(() => expect(heard).toHaveBeenCalledTimes(4));
  stop();
});
