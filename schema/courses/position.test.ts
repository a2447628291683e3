import { expect, it } from 'vitest';
import { byPosition, type Placed } from './position.ts';

it('orders by code units, then by id, with numbers first', () => {
  const rows: Placed[] = [
    { id: 'e', position: 'b' },
    { id: 'd', position: 'Zz' },
    { id: 'c', position: 'a0' },
    { id: 'b', position: 'a0' },
    { id: 'a', position: 7 },
  ];
  expect(
    rows
      .sort(byPosition)
      .map(({ id }) => id)
      .join(''),
  ).toBe('adbce');
  expect(rows.map((row) => byPosition(row, { ...row }))).toEqual([0, 0, 0, 0, 0]);
});
