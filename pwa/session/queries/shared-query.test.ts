import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import type { Download } from '#pwa/store/database/rows.ts';
import { listDownloads, putDownload } from '#pwa/store/offline/downloads.ts';
import { resetDevice, signInAs } from '#pwa/testing/device.ts';
import { alice, bob } from '#pwa/testing/people.ts';
import { waitFor } from '#schema/testing/wait-for.ts';
import { type SharedResult, shareQuery } from './shared-query.ts';

let store: PrivateStore;

beforeEach(async () => {
  await resetDevice();
  store = signInAs(alice);
  await store.database.open();
});

const file = (fileId: string): Download => ({
  ...{ fileId, courseId: 'tides', lessonId: 'l1', kind: 'video', want: 'videos', title: 'Tide' },
  ...{ sizeBytes: 1, state: 'kept', checkedAt: '2026-11-21T08:00:00.000Z' },
});

function watch(result: SharedResult<Download[]>): () => void {
  const stop = result.subscribe(() => undefined);
  onTestFinished(stop);
  return stop;
}

const untilListed = (result: SharedResult<Download[]>, ...fileIds: string[]) =>
  waitFor(() => expect(result.get()?.map(({ fileId }) => fileId)).toEqual(fileIds));

test('a query runs once for all that watch it, and once more for each change', async () => {
  const query = vi.fn(listDownloads);
  const of = shareQuery(query);
  watch(of('alice'));
  watch(of('alice'));
  await untilListed(of('alice'));
  expect(query).toHaveBeenCalledTimes(1);
  await putDownload(store, file('a'));
  await untilListed(of('alice'), 'a');
  expect(query).toHaveBeenCalledTimes(2);
});

test('its result is known at once to a part of the page that joins the others', async () => {
  await putDownload(store, file('a'));
  const of = shareQuery(listDownloads);
  watch(of('alice'));
  await untilListed(of('alice'), 'a');
  const late = of('alice');
  watch(late);
  expect(late.get()).toHaveLength(1);
});

test('nothing is held when no part of the page watches it any more', async () => {
  const of = shareQuery(listDownloads);
  const [first, second] = [watch(of('alice')), watch(of('alice'))];
  await untilListed(of('alice'));
  first();
  expect(of('alice').get()).toEqual([]);
  second();
  expect(of('alice').get()).toBeUndefined();
});

test('another user gets a result of their own', async () => {
  await putDownload(store, file('a'));
  const of = shareQuery(listDownloads);
  watch(of('alice'));
  await untilListed(of('alice'), 'a');
  signInAs(bob);
  expect(of('bob').get()).toBeUndefined();
  watch(of('bob'));
  await untilListed(of('bob'));
});

test('an error of the query is thrown to those that read it', async () => {
  const of = shareQuery(() => Promise.reject(new Error('The disk is gone')));
  const result = of('alice');
  onTestFinished(result.subscribe(() => undefined));
  await waitFor(() => expect(() => result.get()).toThrow('The disk is gone'));
});
