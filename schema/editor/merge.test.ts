import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { lessonEntity } from '../entities/lesson-entity.ts';
import { growthOf, LINEAR_GROWTH_MAX } from '../testing/growth.ts';
import { splitBlocks } from './html-blocks.ts';
import { mergeFields, type ThreeWays } from './merge.ts';
import { mergeBlocks } from './merge-blocks.ts';

const merge = (ways: ThreeWays) => mergeFields(ways, lessonEntity.fieldRules);

const fileId = '0123456789abcdef0123456789abcdef';
const signedAt = (time: number) => `/media/${fileId}?expires=${time}&signature=abc${time}`;

describe('fields', () => {
  it('changed by different users merge', () => {
    const base = { title: 'A', description: 'a' };
    expect(merge({ base, mine: { title: 'B' }, theirs: { title: 'A', description: 'b' } })).toEqual({
      merged: { title: 'B' },
      conflicts: [],
    });
  });

  it('that both changed differently conflict, and the edit’s other fields do not', () => {
    const base = { title: 'A', duration: 5 };
    const theirs = { title: 'C', duration: 5 };
    expect(merge({ base, mine: { title: 'B', duration: 6 }, theirs })).toEqual({
      merged: { duration: 6 },
      conflicts: ['title'],
    });
  });

  it('that both changed alike do not conflict', () => {
    expect(merge({ base: { title: 'A' }, mine: { title: 'B' }, theirs: { title: 'B' } })).toEqual({
      merged: { title: 'B' },
      conflicts: [],
    });
  });

  it('with the URL of the same file are equal, whatever its signature', () => {
    const ways = { base: { videoUrl: signedAt(1) }, theirs: { videoUrl: signedAt(2) } };
    const web = 'https://example.org/a.mp4';
    expect(merge({ ...ways, mine: { videoUrl: web } }).merged).toEqual({ videoUrl: web });
    expect(merge({ ...ways, mine: { videoUrl: signedAt(3) } }).merged).toEqual({
      videoUrl: signedAt(2),
    });
  });

  it('of position: the later move is applied without a conflict', () => {
    const ways = { base: { position: 'a0' }, mine: { position: 'a2' }, theirs: { position: 'a1' } };
    expect(merge(ways)).toEqual({ merged: { position: 'a2' }, conflicts: [] });
  });

  it('whose base was never seen conflict unless both are equal', () => {
    expect(merge({ base: {}, mine: { title: 'B' }, theirs: { title: 'C' } }).conflicts).toEqual(['title']);
    expect(merge({ base: {}, mine: { title: 'C' }, theirs: { title: 'C' } }).conflicts).toEqual([]);
  });

  it('removed by one and changed by the other conflict', () => {
    const base = { videoUrl: 'https://example.org/a.mp4' };
    const theirs = { videoUrl: 'https://example.org/b.mp4' };
    expect(merge({ base, mine: { videoUrl: null }, theirs }).conflicts).toEqual(['videoUrl']);
  });
});

describe('blocks of a lesson', () => {
  const base = '<h2>One</h2>\n<p>first</p>\n<p>second</p>\n<ul><li>a</li></ul>\n';
  const edit = (from: string, to: string) => base.replace(from, to);

  test.each([
    ['different paragraphs', edit('first', '1st'), edit('<li>a</li>', '<li>b</li>')],
    ['neighbours', edit('first', '1st'), edit('second', '2nd')],
    ['an edit and an addition after it', edit('first', '1st'), edit('<p>second', '<p>new</p><p>second')],
    ['an edit and a removal elsewhere', edit('first', '1st'), edit('<ul><li>a</li></ul>\n', '')],
  ])('%s merge', (_, mine, theirs) => {
    const merged = mergeBlocks({ base, mine, theirs });
    expect(merged).toBe(mergeBlocks({ base, mine: theirs, theirs: mine }));
    expect(merged).toContain('1st');
    for (const block of added(theirs)) expect(merged).toContain(block.trim());
  });

  test.each([
    ['the same paragraph', edit('first', '1st'), edit('first', 'FIRST')],
    ['an edit and a removal of it', edit('first', '1st'), edit('<p>first</p>\n', '')],
    [
      'two additions at one place',
      edit('first</p>', 'first</p><p>x</p>'),
      edit('first</p>', 'first</p><p>y</p>'),
    ],
  ])('%s conflict', (_, mine, theirs) => {
    expect(mergeBlocks({ base, mine, theirs })).toBeNull();
    expect(mergeBlocks({ base, mine: theirs, theirs: mine })).toBeNull();
  });

  it('reformatted without white space between them are still the same blocks', () => {
    const mine = edit('first', '1st').replaceAll('\n', '');
    const theirs = edit('second', '2nd').replaceAll('\n', '');
    expect(mergeBlocks({ base, mine, theirs })?.replace(/\s+/g, '')).toBe(
      edit('first', '1st').replace('second', '2nd').replace(/\s+/g, ''),
    );
  });

  it('that both changed alike are changed once', () => {
    const mine = edit('first', '1st').replace('second', '2nd');
    const theirs = edit('first', '1st');
    expect(mergeBlocks({ base, mine, theirs })).toBe(mine);
  });

  it('of an extremely long text conflict, and are read once', async () => {
    const merge = (blocks: number) => {
      const huge = '<p>x</p>'.repeat(blocks);
      return mergeBlocks({ base: huge, mine: `${huge}<p>a</p>`, theirs: `<p>b</p>${huge}` });
    };
    expect(merge(20_000)).toBeNull();
    expect(await growthOf(160_000, merge)).toBeLessThan(LINEAR_GROWTH_MAX);
  });

  function added(html: string): string[] {
    return splitBlocks(html).filter((block) => !splitBlocks(base).includes(block));
  }
});

describe('any edit', () => {
  const block = fc.constantFrom(
    '<p>a</p>',
    '<p>b</p>',
    '<p>c</p>\n',
    '<h2>d</h2>',
    '<ul><li>e</li></ul>',
    'bare ',
  );
  const html = fc.array(block, { maxLength: 6 }).map((blocks) => blocks.join(''));
  const value = fc.oneof(fc.constantFrom(null, '', 'A', 'B', 1, 2), html);
  const fields = fc.record({
    title: value,
    content: html,
    duration: value,
    position: fc.constantFrom('a0', 'a1'),
  });

  it('without a concurrent one is applied unchanged, and so is theirs where mine changes nothing', () => {
    fc.assert(
      fc.property(fields, fields, (base, x) => {
        expect(merge({ base, mine: x, theirs: base })).toEqual({ merged: x, conflicts: [] });
        expect(merge({ base, mine: base, theirs: x })).toEqual({ merged: x, conflicts: [] });
      }),
    );
  });

  it('has the same conflicts on both sides, and the same text where there is none', () => {
    fc.assert(
      fc.property(fields, fields, fields, (base, a, b) => {
        const one = merge({ base, mine: a, theirs: b });
        const other = merge({ base, mine: b, theirs: a });
        expect(one.conflicts).toEqual(other.conflicts);
        const { position: _, ...mine } = one.merged;
        const { position: __, ...theirs } = other.merged;
        expect(mine).toEqual(theirs);
      }),
    );
  });

  it('loses no block where there is no conflict', () => {
    fc.assert(
      fc.property(html, html, html, (base, mine, theirs) => {
        const merged = mergeBlocks({ base, mine, theirs });
        if (merged === null) return;
        const known = keys(base);
        for (const key of [...keys(mine), ...keys(theirs)]) {
          // A run of bare text may have grown by a neighbour.
          if (!known.includes(key)) expect(merged).toContain(key);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it('of different blocks merges with two others to the same result in any order', () => {
    const base = ['<p>a</p>', '<p>b</p>', '<p>c</p>', '<p>d</p>', '<p>e</p>'];
    const edited = (at: number, text: string) => base.with(at, `<p>${text}</p>`).join('');
    const ways = fc.tuple(fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 3, maxLength: 3 }), fc.string());
    fc.assert(
      fc.property(ways, ([[first = 0, second = 0, third = 0]]) => {
        const [a, b, c] = [edited(first, 'A'), edited(second, 'B'), edited(third, 'C')];
        const join = (mine: string | null, theirs: string | null) =>
          mergeBlocks({ base: base.join(''), mine: mine ?? '', theirs: theirs ?? '' });
        expect(join(join(a, b), c)).toBe(join(a, join(b, c)));
      }),
    );
  });

  it('of different users’ fields merges to the same result in any order', () => {
    const all = { title: 'A', description: 'B', duration: 1 };
    fc.assert(
      fc.property(fc.shuffledSubarray(['title', 'description', 'duration'], { minLength: 3 }), (names) => {
        const row: Record<string, string | number> = { ...all };
        for (const name of names) {
          Object.assign(row, merge({ base: all, mine: { [name]: `new ${name}` }, theirs: row }).merged);
        }
        expect(row).toEqual({
          title: 'new title',
          description: 'new description',
          duration: 'new duration',
        });
      }),
    );
  });

  function keys(html: string): string[] {
    return splitBlocks(html).map((piece) => piece.trim());
  }
});
