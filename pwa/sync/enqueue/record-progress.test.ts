import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { listProgress } from '#pwa/store/account/progress.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { resetDevice, signInAs } from '#pwa/testing/device.ts';
import { alice } from '#pwa/testing/people.ts';
import { type ProgressChange, recordProgress } from './record-progress.ts';

let store: PrivateStore;

beforeEach(async () => {
  await resetDevice();
  store = signInAs(alice);
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

async function record(lessonId: string, change: ProgressChange): Promise<void> {
  await recordProgress(alice.id, lessonId, change);
  vi.setSystemTime(Date.now() + 1);
}

/** The lessons, the one to continue last. */
async function visited(): Promise<[string, number][]> {
  const rows = await listProgress(store);
  const timeOf = ({ positionUpdatedAt }: (typeof rows)[number]) => Date.parse(positionUpdatedAt ?? '');
  return rows
    .sort((one, other) => timeOf(one) - timeOf(other))
    .map(({ lessonId, positionSeconds }) => [lessonId, positionSeconds]);
}

describe('a visit of a lesson', () => {
  it('makes it the one to continue, also right after another visit that its screen has not read', async () => {
    const visit = { hasVideo: false };
    await record('l1', { visit });
    await record('l2', { visit });
    await record('l1', { visit });
    expect(await visited()).toEqual([
      ['l2', 2],
      ['l1', 4],
    ]);
  });

  it('begins a lesson with a video, and leaves the position in one that was begun', async () => {
    await record('l1', { visit: { hasVideo: true } });
    await record('l1', { positionSeconds: 90 });
    await record('l1', { visit: { hasVideo: true } });
    await record('l2', { isCompleted: true });
    await record('l2', { visit: { hasVideo: true } });
    expect(await listProgress(store)).toMatchObject([
      { lessonId: 'l1', positionSeconds: 90 },
      { lessonId: 'l2', positionSeconds: 0 },
    ]);
  });
});
