import { describe, expect, it } from 'vitest';
import { decodeText, encodeText } from './text-difference.ts';

const paragraphs = Array.from({ length: 500 }, (_, n) => `<p>The tide ${n * 7919} turns at noon.</p>`);
const long = paragraphs.join('\n');

const reread = (text: string, base: string | null) => decodeText(encodeText(text, base), base ?? '');

describe('a stored text', () => {
  it.each([
    ['an empty one', '', null],
    ['a short one', 'a', null],
    ['one that begins like a marker', 'z=', null],
    ['a long one', long, null],
    ['a changed one', long.replace('tide 7919 ', 'ebb '), long],
    ['one with a text at its start', `new ${long}`, long],
    ['one with a text at its end', `${long} new`, long],
    ['a shortened one', long.slice(0, 9_000), long],
    ['one repeated', long + long, long],
    ['one whose repetition was removed', 'ab'.repeat(500), 'ab'.repeat(501)],
    ['an equal one', long, long],
    ['one without common text', 'x'.repeat(100), 'y'.repeat(100)],
    ['one from an empty one', long, ''],
    ['an emptied one', '', long],
    ['another half of a pair', `${long}\u{1F30A}${long}`, `${long}\u{1F30B}${long}`],
    ['another first half of a pair', `${long}\u{1F30A}${long}`, `${long}\u{1FB0A}${long}`],
  ])('is read as it was written: %s', (_, text, base) => {
    expect(reread(text, base)).toBe(text);
  });

  it('is compressed', () => {
    expect(encodeText(long, null).packed.length).toBeLessThan(long.length / 3);
  });

  it('is a difference of the size of its change, if that is small', () => {
    const { shared, packed } = encodeText(long.replace('tide 7919 ', 'ebb '), long);
    expect(shared).not.toBeNull();
    expect(packed.length).toBeLessThan(50);
    expect(encodeText(long.toUpperCase(), long).shared).toBeNull();
  });
});
