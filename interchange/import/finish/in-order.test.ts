import { expect, test } from 'vitest';
import { OneByOne, workInOrder } from './in-order.ts';

/** Work that ends when the test says so. */
function controlled() {
  const running: number[] = [];
  const ends = new Map<number, { resolve: () => void; reject: (error: Error) => void }>();
  const work = (item: number) => {
    running.push(item);
    return new Promise<number>((resolve, reject) => ends.set(item, { resolve: () => resolve(item), reject }));
  };
  return { running, work, end: (item: number) => ends.get(item)?.resolve(), ends };
}

test('Results come in the order of the items, whichever ends first, of at most so many at once', async () => {
  const { running, work, end } = controlled();
  const results = workInOrder([1, 2, 3, 4], 2, work);
  const first = results.next();
  expect(running).toEqual([1, 2]);
  end(2);
  end(1);
  expect(await first).toEqual({ done: false, value: 1 });
  const second = results.next();
  expect(running).toEqual([1, 2, 3]);
  expect(await second).toEqual({ done: false, value: 2 });
  const third = results.next();
  expect(running).toEqual([1, 2, 3, 4]);
  end(4);
  end(3);
  expect(await third).toEqual({ done: false, value: 3 });
  expect(await results.next()).toEqual({ done: false, value: 4 });
  expect(await results.next()).toEqual({ done: true, value: undefined });
});

test('The error of the first item that fails is thrown, whichever fails first', async () => {
  const { work, ends } = controlled();
  const results = workInOrder([1, 2], 2, work);
  const first = results.next();
  ends.get(2)?.reject(new Error('second'));
  ends.get(1)?.reject(new Error('first'));
  await expect(first).rejects.toThrow('first');
});

test('Work that is given one by one begins when the one before has ended, also with an error', async () => {
  const { running, work, end, ends } = controlled();
  const queue = new OneByOne();
  const first = queue.run(() => work(1));
  const second = queue.run(() => work(2));
  const third = queue.run(() => work(3));
  await Promise.resolve();
  expect(running).toEqual([1]);
  ends.get(1)?.reject(new Error('first'));
  await expect(first).rejects.toThrow('first');
  await expect.poll(() => running).toEqual([1, 2]);
  end(2);
  expect(await second).toBe(2);
  await expect.poll(() => running).toEqual([1, 2, 3]);
  end(3);
  expect(await third).toBe(3);
});
