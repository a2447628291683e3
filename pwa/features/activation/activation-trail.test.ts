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

/** Mirrors the page's decision whether to stay for the outcome of an unlocked course. */
const isWatched = (trail: Trail<Row>, found: Row | null | undefined) => {
  const { row, isComing } = readTrail(trail, found);
  return row !== null || isComing;
};

describe('the trail of an activation', () => {
  test('follows nothing if no code was entered, before and after the store is read', () => {
    expect(isWatched(noTrail, READING)).toBe(false);
    expect(isWatched(noTrail, NOTHING)).toBe(false);
  });

  test('is followed from the submit on, even if the server responds before the row was read', () => {
    const entering = beginEntering<Row>(noTrail);
    expect(isWatched(entering, READING)).toBe(true);
    expect(isWatched(entering, NOTHING)).toBe(true);
    const entered = endEntering(entering, 'one');
    expect(isWatched(entered, READING)).toBe(true);
    expect(readTrail(entered, rowOf('one', 'acknowledged')).row?.state).toBe('acknowledged');
  });

  test('continues while the store is read again with the id that was just found', () => {
    const sending = rowOf('one', 'sending');
    const followed = followRow<Row>(noTrail, sending);
    expect(followed.id).toBe('one');
    expect(readTrail(followed, READING)).toEqual({ row: sending, isComing: false });
  });

  test('retains the row when the id of the same code becomes known, and drops another code’s row', () => {
    const waiting = rowOf('one', 'waiting');
    const seen = followRow(beginEntering<Row>(noTrail), waiting);
    expect(endEntering(seen, 'one').row).toBe(waiting);
    const refused = followRow<Row>(noTrail, rowOf('one', 'refused'));
    const next = endEntering(beginEntering(refused), 'two');
    expect(readTrail(next, READING)).toEqual({ row: null, isComing: true });
  });

  test('ends when the code could not be stored, and when its row was removed', () => {
    expect(isWatched(failEntering(beginEntering<Row>(noTrail)), NOTHING)).toBe(false);
    expect(isWatched(endEntering<Row>(noTrail, 'one'), NOTHING)).toBe(false);
    expect(isWatched(followRow<Row>(noTrail, rowOf('one', 'waiting')), NOTHING)).toBe(false);
  });
});
