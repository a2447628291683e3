import { describe, expect, it } from 'vitest';
import { compareInline } from './inline-difference.ts';

const marked = (before: string, after: string) =>
  compareInline(before, after)
    .map(({ kind, text }) => ({ same: text, added: `+${text}+`, removed: `-${text}-` })[kind])
    .join('');

describe('two versions of a text', () => {
  it('are compared word by word', () => {
    expect(marked('The ebb is low', 'The flood is low')).toBe('The -ebb-+flood+ is low');
    expect(marked('', 'New')).toBe('+New+');
    expect(marked('Same', 'Same')).toBe('Same');
  });

  it('show of a long unchanged passage only the text next to a change', () => {
    const long = 'and the tide turns '.repeat(100);
    const pieces = compareInline(`${long}here. ${long}`, `${long}there. ${long}`);
    const same = pieces.filter(({ kind }) => kind === 'same');
    expect(same).toHaveLength(2);
    for (const { text } of same) expect(text.length).toBeLessThan(200);
    expect(same[0]?.text.startsWith(' […] ')).toBe(true);
    expect(same[1]?.text.endsWith(' […] ')).toBe(true);
  });

  it('without common text are one removed and one added text', () => {
    const makeText = (stem: string) => Array.from({ length: 5_000 }, (_, n) => `${stem}${n}`).join(' ');
    expect(compareInline(makeText('a'), makeText('b')).map(({ kind }) => kind)).toEqual(['removed', 'added']);
  });
});
