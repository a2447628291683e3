import { afterEach, describe, expect, it, vi } from 'vitest';
import { waitFor } from '#schema/testing/wait-for.ts';
import {
  failUnlessReloading,
  onBeforeReload,
  reloadIf,
  reloadSafely,
  runBeforeReload,
} from './before-reload.ts';

const leave: (() => void)[] = [];
afterEach(() => {
  for (const go of leave.splice(0)) go();
});

it('a failure during a reload waits for the reload, so no page breaks; otherwise it is rejected', async () => {
  await expect(failUnlessReloading(new Error('gone'))).rejects.toThrow('gone');
  const reload = vi.fn();
  vi.stubGlobal('location', { reload });
  leave.push(() => vi.unstubAllGlobals());
  const reloading = reloadSafely();
  const pending = failUnlessReloading(new Error('gone')).then(
    () => 'settled',
    () => 'settled',
  );
  await reloading;
  expect(reload).toHaveBeenCalledOnce();
  expect(await Promise.race([pending, Promise.resolve('pending')])).toBe('pending');
});

it('while a reload is being decided nothing fails; the failure follows if there is no reload', async () => {
  const reload = vi.fn();
  vi.stubGlobal('location', { reload });
  leave.push(() => vi.unstubAllGlobals());
  let decide = (_isOfUse: boolean) => {};
  reloadIf(
    new Promise((resolve) => {
      decide = resolve;
    }),
  );
  const failing = failUnlessReloading(new Error('gone')).catch(() => 'failed');
  expect(await Promise.race([failing, Promise.resolve('pending')])).toBe('pending');
  decide(false);
  expect(await failing).toBe('failed');
  expect(reload).not.toHaveBeenCalled();
  reloadIf(Promise.resolve(true));
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
});

describe('before a reload', () => {
  it('every hook saves its unsaved data, and the page waits for it', async () => {
    const written: string[] = [];
    leave.push(onBeforeReload(() => void written.push('at once')));
    leave.push(
      onBeforeReload(async () => {
        await Promise.resolve();
        written.push('a little later');
      }),
    );
    await runBeforeReload();
    expect(written).toEqual(['at once', 'a little later']);
  });

  it('a hook that fails does not prevent the others from saving', async () => {
    const written: string[] = [];
    leave.push(
      onBeforeReload(() => {
        throw new Error('no room');
      }),
    );
    leave.push(onBeforeReload(() => void written.push('kept')));
    await runBeforeReload();
    expect(written).toEqual(['kept']);
  });

  it('a hook that never resolves does not block the page', async () => {
    leave.push(onBeforeReload(() => new Promise(() => {})));
    await expect(runBeforeReload(5)).resolves.toBeUndefined();
  });

  it('a removed hook is not called', async () => {
    const written: string[] = [];
    onBeforeReload(() => void written.push('late'))();
    await runBeforeReload();
    expect(written).toEqual([]);
  });
});
