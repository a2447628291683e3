import { describe, expect, test } from 'vitest';
import { excerptOf, markAll, type Piece } from './excerpt.ts';

/** Found terms in brackets. */
const shown = (pieces: readonly Piece[]) =>
  pieces.map(({ text, isFound }) => (isFound ? `[${text}]` : text)).join('');

describe('an excerpt', () => {
  const excerptFor = (text: string, terms: readonly string[]) => shown(excerptOf(text, terms));
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

  test.each([
    ['Die Straße.', 'strasse', 'Die [Straße].'],
    ['Ein ﬁnaler Akt', 'finaler', 'Ein [ﬁnaler] Akt'],
    ['هذا اَلْبَحْرُ وَالكَبيـــر', 'كبير', 'هذا اَلْبَحْرُ [وَالكَبيـــر]'],
    ['هذا البحر', 'بحر', 'هذا [البحر]'],
    ['חַג שָׁלוֹם!', 'שלום', 'חַג [שָׁלוֹם]!'],
    ['潮汐是海水的涨落', '海水', '潮汐是[海水]的涨落'],
    ['Reactの入門', 'react', '[React]の入門'],
  ])('of %j highlights %j', (text, term, marked) => {
    expect(shown(markAll(text, [term]))).toBe(marked);
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
