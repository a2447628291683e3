import { expect, it } from 'vitest';
import { byPosition } from '#schema/courses/position.ts';
import { positionsFor } from './reorder.ts';

const row = (id: string, position: string) => ({ id, position });
const three = [row('a', 'a0'), row('b', 'a1'), row('c', 'a2')];

/** The order after one item was moved. */
function orderAfter(siblings: typeof three, id: string, to: number): string {
  const places = new Map(positionsFor(siblings, id, to).map((place) => [place.id, place]));
  const moved = siblings.map((one) => places.get(one.id) ?? one);
  return moved
    .sort(byPosition)
    .map((one) => one.id)
    .join('');
}

it('moving an item', () => {
  expect(positionsFor(three, 'c', 0)).toHaveLength(1);
});

it('places it anywhere among its siblings and changes no other row', () => {
  const moves = three.flatMap(({ id }) => [0, 1, 2].map((to) => `${id}${to} ${orderAfter(three, id, to)}`));
  expect(moves).toEqual([
    ...['a0 abc', 'a1 bac', 'a2 bca'],
    ...['b0 bac', 'b1 abc', 'b2 acb'],
    ...['c0 cab', 'c1 acb', 'c2 abc'],
  ]);
});

it('writes nothing if it is already there, or beyond the ends', () => {
  expect(positionsFor(three, 'a', 0)).toEqual([]);
  expect(positionsFor(three, 'a', -1)).toEqual([]);
  expect(positionsFor(three, 'c', 9)).toEqual([]);
  expect(positionsFor(three, 'nobody', 1)).toEqual([]);
});

it('finds a place also between rows to which two devices gave the same key', () => {
  const twins = [row('a', 'a0'), row('b', 'a1'), row('c', 'a1'), row('d', 'a2')];
  expect(orderAfter(twins, 'd', 0)).toBe('dabc');
  expect(orderAfter(twins, 'a', 3)).toBe('bcda');
  expect(orderAfter(twins, 'a', 1)).toBe('bacd');
  expect(orderAfter(twins, 'd', 2)).toBe('abdc');
  const triplets = [row('a', 'a1'), row('b', 'a1'), row('c', 'a1')];
  expect(orderAfter(triplets, 'c', 1)).toBe('acb');
  expect(orderAfter(triplets, 'a', 1)).toBe('bac');
});
