import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { growthOf, LINEAR_GROWTH_MAX } from '../testing/growth.ts';
import { splitBlocks } from './html-blocks.ts';

describe('the blocks of a lesson', () => {
  test.each([
    ['', []],
    ['<p>a</p><p>b</p>', ['<p>a</p>', '<p>b</p>']],
    ['<p>a</p>\n\n<h2>b</h2>\n', ['<p>a</p>\n\n', '<h2>b</h2>\n']],
    [' \n<p>a</p><p>b</p>', [' \n<p>a</p>', '<p>b</p>']],
    ['<ul><li>a</li><li><p>b</p></li></ul><p>c</p>', ['<ul><li>a</li><li><p>b</p></li></ul>', '<p>c</p>']],
    [
      'bare <b>text</b> here<p>a</p>and <i>more</i>',
      ['bare <b>text</b> here', '<p>a</p>', 'and <i>more</i>'],
    ],
    ['<p>a<br>b</p><hr><img src="x"><p>c</p>', ['<p>a<br>b</p>', '<hr>', '<img src="x">', '<p>c</p>']],
    ['<p>a<p>b<p>c', ['<p>a', '<p>b', '<p>c']],
    ['<p>a<h2>b</h2>', ['<p>a', '<h2>b</h2>']],
    ['<div><p>a<p>b</div><p>c</p>', ['<div><p>a<p>b</div>', '<p>c</p>']],
    ['<p title="a > b">x</p><p>y</p>', ['<p title="a > b">x</p>', '<p>y</p>']],
    ['<p>1 < 2</p><p>b</p>', ['<p>1 < 2</p>', '<p>b</p>']],
    ['<!-- <p> --><p>a</p><p>b</p>', ['<!-- <p> -->', '<p>a</p>', '<p>b</p>']],
    ['<P>a</P></div><p>b</p>', ['<P>a</P>', '</div>', '<p>b</p>']],
    ['<pre>a\n\nb</pre><p>c</p>', ['<pre>a\n\nb</pre>', '<p>c</p>']],
  ])('of %j are %j', (html, blocks) => {
    expect(splitBlocks(html)).toEqual(blocks);
  });

  const piece = fc.oneof(
    fc.constantFrom(
      '<p>',
      '</p>',
      '<ul>',
      '</ul>',
      '<li>',
      '</li>',
      '<b>',
      '</b>',
      '<hr>',
      '<br/>',
      '<!--',
      '-->',
    ),
    fc.constantFrom(' ', '\n', '<', '>', '"', "'", '<p title="', '<table>', '</table>', '<div'),
    fc.string({ maxLength: 5 }),
  );

  test('joined are the text, for any text', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const html = pieces.join('');
        const blocks = splitBlocks(html);
        expect(blocks.join('')).toBe(html);
        expect(blocks.every((block) => block !== '')).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  test('of a megabyte of unclosed tags and quotes are found in linear time', async () => {
    for (const part of ['<p>', '<div>', '<p title="', "<p '", '<!--', '<', ' ', '<p>a</p>']) {
      const growth = await growthOf(1_000_000, (size) => {
        const html = part.repeat(size / part.length);
        expect(splitBlocks(html).join('')).toBe(html);
      });
      expect(growth, part).toBeLessThan(LINEAR_GROWTH_MAX);
    }
  });
});
