import { describe, expect, it } from 'vitest';
import { tokenOf } from '../testing/device.ts';
import { tokenSubject } from './token.ts';

describe('the subject of a token', () => {
  it('is read from its claim', () => {
    expect(tokenSubject(tokenOf('alice'))).toBe('alice');
    expect(tokenSubject(tokenOf('a-_b'))).toBe('a-_b');
  });

  it.each(['', 'x', 'a.b.c', 'a.bnVsbA.c', 'a.e30.c', '..', 'a.eyJzdWIiOjF9.c'])(
    'is null for %j',
    (token) => {
      expect(tokenSubject(token)).toBeNull();
    },
  );
});
