import { describe, expect, it } from 'vitest';
import { readIfMatch, versionTag } from './if-match.ts';

describe('If-Match', () => {
  it('names a version in quotes, alone or as the tag of a read', () => {
    expect(readIfMatch('"3"')).toBe(3);
    expect(readIfMatch(' "12" ')).toBe(12);
    expect(readIfMatch('"3-Zk9_q-br"')).toBe(3);
    expect(readIfMatch(versionTag(7))).toBe(7);
  });

  it('may be absent', () => {
    expect(readIfMatch(undefined)).toBeNull();
  });

  it.each(['3', 'W/"3"', '*', '""', '"three"', '"3", "4"', '"-1"', '"1e3"', `"${'9'.repeat(16)}"`])(
    'rejects %j',
    (header) => {
      expect(() => readIfMatch(header)).toThrow('If-Match');
    },
  );
});
