import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { resetDevice, signInAs } from '#pwa/testing/device.ts';
import { alice } from '#pwa/testing/people.ts';
import { waitFor } from '#schema/testing/wait-for.ts';
import { livePrivate } from './live.ts';
import type { PrivateStore } from './private-store.ts';
import { StoreUnavailableError } from './storage-errors.ts';

beforeEach(resetDevice);

const KEY = 'count';
/** Longer than the time between two changes. */
const READS = 20;

async function readSlowly(store: PrivateStore): Promise<number> {
  let count = 0;
  for (let read = 0; read < READS; read += 1) count = Number((await store.state.get(KEY))?.value);
  return count;
}

/** Changes the row that the query reads, without a pause, until the test ends. */
function changeWithoutPause({ database }: PrivateStore): void {
  let isOver = false;
  const changing = (async () => {
    for (let count = 1; !isOver; count += 1) await database.state.put({ key: KEY, value: count });
  })();
  onTestFinished(async () => {
    isOver = true;
    await changing;
  });
}

async function changingStore(): Promise<PrivateStore> {
  const store = signInAs(alice);
  await store.database.state.put({ key: KEY, value: 0 });
  changeWithoutPause(store);
  return store;
}

const isInOrder = (values: readonly number[]) =>
  values.every((value, at) => at === 0 || value >= (values[at - 1] ?? 0));

describe('a live query during a series of changes, each of which comes before it has ended,', () => {
  it('has results, none of which is older than the one before', async () => {
    await changingStore();
    const values: number[] = [];
    const results = livePrivate(async (store) => (store === null ? -1 : readSlowly(store)));
    const watch = results.subscribe((value) => void values.push(value));
    onTestFinished(() => watch.unsubscribe());
    await waitFor(() => expect(values.length).toBeGreaterThan(2));
    expect(isInOrder(values)).toBe(true);
  });

  it('has none after its end', async () => {
    await changingStore();
    const values: number[] = [];
    const results = livePrivate(async (store) => (store === null ? -1 : readSlowly(store)));
    const watch = results.subscribe((value) => void values.push(value));
    await waitFor(() => expect(values.length).toBeGreaterThan(2));
    watch.unsubscribe();
    const { length } = values;
    await readSlowly(signInAs(alice));
    await readSlowly(signInAs(alice));
    expect(values).toHaveLength(length);
  });
});

describe('a live query of a store that fails', () => {
  async function watchFailing(failsFrom: number, failure: Error) {
    const { database } = signInAs(alice);
    await database.state.put({ key: KEY, value: 0 });
    const heard: unknown[] = [];
    let runs = 0;
    const watch = livePrivate(async (store) => {
      const count = Number((await store?.state.get(KEY))?.value);
      runs += 1;
      if (count >= failsFrom) throw failure;
      return count;
    }).subscribe(
      (value) => void heard.push(value),
      (error) => void heard.push(error),
    );
    onTestFinished(() => watch.unsubscribe());
    await waitFor(() => expect(heard).toHaveLength(1));
    const set = (value: number) => database.state.put({ key: KEY, value });
    return { heard, set, hasRun: (times: number) => waitFor(() => expect(runs).toBe(times)) };
  }
  const unavailable = new StoreUnavailableError(null);

  it('reports it if there was no result', async () => {
    expect((await watchFailing(0, unavailable)).heard).toEqual([unavailable]);
  });

  it('keeps its last result if the store fails later', async () => {
    const { heard, set, hasRun } = await watchFailing(1, unavailable);
    await set(1);
    await hasRun(2);
    await set(0);
    await waitFor(() => expect(heard).toEqual([0, 0]));
  });

  it('reports any other error later, too', async () => {
    const other = new Error('a defect');
    const { heard, set } = await watchFailing(1, other);
    await set(1);
    await waitFor(() => expect(heard).toEqual([0, other]));
  });
});
