import { describe, expect, test } from 'vitest';
import {
  beginEntering,
  endEntering,
  failEntering,
  followRow,
  noTrail,
  readTrail,
  type Trail,
} from './activation-trail.ts';

const READING = undefined;
const NOTHING = null;
const rowOf = (id: string, state: string) => ({ id, state });
type Row = ReturnType<typeof rowOf>;

/** As the page decides whether somebody whose course is unlocked stays for the outcome. */
const isWatched = (trail: Trail<Row>, found: Row | null | undefined) => {
  const { row, isComing } = readTrail(trail, found);
  return row !== null || isComing;
};

describe('the trail of an activation', () => {
  test('a page on which nothing was entered watches nothing, before the store is read and after', () => {
    expect(isWatched(noTrail, READING)).toBe(false);
    expect(isWatched(noTrail, NOTHING)).toBe(false);
  });

  test('is watched from the press of the button on, also when the server answers before the row was ever seen', () => {
    const entering = beginEntering<Row>(noTrail);
    expect(isWatched(entering, READING)).toBe(true);
    expect(isWatched(entering, NOTHING)).toBe(true);
    const entered = endEntering(entering, 'one');
    expect(isWatched(entered, READING)).toBe(true);
    expect(readTrail(entered, rowOf('one', 'acknowledged')).row?.state).toBe('acknowledged');
  });

  test('does not break off while the store is read anew by the id that was just found', () => {
    const sending = rowOf('one', 'sending');
    const followed = followRow<Row>(noTrail, sending);
    expect(followed.id).toBe('one');
    expect(readTrail(followed, READING)).toEqual({ row: sending, isComing: false });
  });

  test('keeps what it saw when the id of the same code becomes known, and forgets another code’s row', () => {
    const waiting = rowOf('one', 'waiting');
    const seen = followRow(beginEntering<Row>(noTrail), waiting);
    expect(endEntering(seen, 'one').row).toBe(waiting);
    const refused = followRow<Row>(noTrail, rowOf('one', 'refused'));
    const next = endEntering(beginEntering(refused), 'two');
    expect(readTrail(next, READING)).toEqual({ row: null, isComing: true });
  });

  test('ends when the code could not be written down, and when its row was taken away', () => {
    expect(isWatched(failEntering(beginEntering<Row>(noTrail)), NOTHING)).toBe(false);
    expect(isWatched(endEntering<Row>(noTrail, 'one'), NOTHING)).toBe(false);
    expect(isWatched(followRow<Row>(noTrail, rowOf('one', 'waiting')), NOTHING)).toBe(false);
  });
});
