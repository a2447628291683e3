import { describe, expect, test } from 'vitest';
import { excerptOf, markAll, type Piece } from './excerpt.ts';
import { fold } from './fold.ts';

/** Found terms in brackets. */
const shown = (pieces: readonly Piece[]) =>
  pieces.map(({ text, isFound }) => (isFound ? `[${text}]` : text)).join('');

describe('a folded text', () => {
  test.each([
    ['Crème BRÛLÉE', 'creme brulee'],
    ['Łódź, Đà Nẵng, smørrebrød', 'lodz, da nang, smorrebrod'],
    ['Καλημέρα', 'καλημερα'],
    ['Йод', 'йод'],
  ])('%j is compared as %j', (text, folded) => {
    expect(fold(text)).toBe(folded);
  });

  test('is as long as the text, so offsets agree', () => {
    for (const text of ['İstanbul', 'straße ﬁn', '日本語 ガ', '😀 ok', 'A\u0301'])
      expect(fold(text)).toHaveLength(text.length);
  });
});

describe('an excerpt', () => {
  const excerptFor = (text: string, terms: readonly string[]) => shown(excerptOf(text, terms, fold(text)));
  const filler = 'nothing of it '.repeat(40);

  test('shows the place with the most terms, highlighted in the original spelling', () => {
    const text = `A Tide is here. ${filler}High tide, and the Café stands in water. ${filler}`;
    const excerpt = excerptFor(text, ['tide', 'cafe', 'water']);
    expect(excerpt).toContain('High [tide], and the [Café] stands in [water].');
    expect(excerpt).toMatch(/^… .* …$/);
    expect(excerpt.length).toBeLessThan(260);
  });

  test('highlights whole words only', () => {
    expect(shown(markAll('port, airport, ports and port', ['port']))).toBe(
      '[port], airport, ports and [port]',
    );
  });

  test('shows the match in a text that is written without spaces', () => {
    const sentences = '海は静かに満ちて引く。'.repeat(60);
    const term = '月の引力が海を動かす';
    const excerpt = excerptFor(`潮汐 ${sentences}${term}。${sentences} 終わり`, [term]);
    expect(excerpt).toContain(`[${term}]`);
    expect(excerpt).toMatch(/^… .+ …$/);
    expect(excerpt.length).toBeGreaterThan(180);
    expect(excerpt.length).toBeLessThan(260);
  });

  test('is the beginning of a text without a match, and all of a short one', () => {
    expect(excerptFor('Short.', ['tide'])).toBe('Short.');
    expect(excerptFor(filler, [])).toMatch(/^nothing of it .* …$/);
    expect(excerptFor('', ['tide'])).toBe('');
  });

  test('treats markup as text', () => {
    expect(markAll('<img src=x onerror=alert(1)>', ['img'])).toEqual([
      { text: '<img src=x onerror=alert(1)>', isFound: false },
    ]);
  });
});
