import { expect, it } from 'vitest';
import { BackgroundLane } from './background-lane.ts';

/** Begins so much work and returns how to end each, by its number, once it has begun. */
function fill(lane: BackgroundLane, count: number) {
  const ends = new Map<number, () => void>();
  for (let index = 0; index < count; index += 1) lane.begin((end) => ends.set(index, end));
  return ends;
}

it('begins eight at once, and the next one when one has ended, in order of arrival', () => {
  const lane = new BackgroundLane();
  const ends = fill(lane, 20);
  expect([...ends.keys()]).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  ends.get(3)?.();
  ends.get(0)?.();
  expect([...ends.keys()]).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(lane.waitingCount).toBe(10);
});

it('counts an end once', () => {
  const lane = new BackgroundLane();
  const ends = fill(lane, 12);
  ends.get(0)?.();
  ends.get(0)?.();
  expect(ends.size).toBe(9);
});

it('runs everything, also work that ends at once', () => {
  const lane = new BackgroundLane();
  const begun: number[] = [];
  const blocked = fill(lane, 8);
  for (let index = 0; index < 1_000; index += 1) {
    lane.begin((end) => {
      begun.push(index);
      end();
    });
  }
  for (const end of blocked.values()) end();
  expect(begun).toEqual(Array.from({ length: 1_000 }, (_, index) => index));
  expect(lane.waitingCount).toBe(0);
});
