import { expect, it } from 'vitest';
import { byPosition, type Placed } from './position.ts';

it('orders by code units, then by id', () => {
  const rows: Placed[] = [
    { id: 'e', position: 'b' },
    { id: 'd', position: 'Zz' },
    { id: 'c', position: 'a0' },
    { id: 'b', position: 'a0' },
  ];
  expect(
    rows
      .sort(byPosition)
      .map(({ id }) => id)
      .join(''),
  ).toBe('dbce');
  expect(rows.map((row) => byPosition(row, { ...row }))).toEqual([0, 0, 0, 0]);
});
