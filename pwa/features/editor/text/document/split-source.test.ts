import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { growthOf, LINEAR_GROWTH_MAX } from '#schema/testing/growth.ts';
import { listTags, splitSource } from './split-source.ts';

const join = (html: string): string => {
  const { blocks, after } = splitSource(html);
  return blocks.map((block) => block.before + block.html).join('') + after;
};

describe('splitting the source of a lesson', () => {
  it('splits only between top-level elements', () => {
    const { blocks } = splitSource(
      '<p>One</p>\n\n<ul>\n<li>a</li>\n</ul> <hr />\n<p title="a > b">Two</p>\n',
    );
    expect(blocks.map((block) => block.html)).toEqual([
      '<p>One</p>',
      '<ul>\n<li>a</li>\n</ul>',
      '<hr />',
      '<p title="a > b">Two</p>',
    ]);
    expect(blocks.map((block) => block.before)).toEqual(['', '\n\n', ' ', '\n']);
  });

  it('makes text next to elements a piece of its own', () => {
    const { blocks } = splitSource('loose <b>words</b><p>held</p>more');
    expect(blocks.map((block) => block.html)).toEqual(['loose <b>words</b>', '<p>held</p>', 'more']);
  });

  it('makes comments pieces, even those that look like tags', () => {
    const { blocks } = splitSource('<p>a</p><!-- <p> --><p>b</p>');
    expect(blocks.map((block) => block.html)).toEqual(['<p>a</p>', '<!-- <p> -->', '<p>b</p>']);
  });

  it('does not split source with mismatched tags', () => {
    expect(splitSource('<p>a<p>b</p>').blocks).toHaveLength(1);
    expect(splitSource('<p><b>a</p></b><p>c</p>').blocks).toHaveLength(1);
  });

  it('returns no pieces for an empty source', () => {
    expect(splitSource(' \n')).toEqual({ blocks: [], after: ' \n' });
  });

  it('lists the opened elements in order', () => {
    expect(listTags('<P>a<br/><code>&lt;p></code></P>')).toEqual(['p', 'br', 'code']);
  });

  it('preserves every byte of any input', () => {
    const piece = fc.constantFrom(
      '<p>',
      '</p>',
      '<b>',
      '</b>',
      ' ',
      '\n',
      'word',
      '<',
      '>',
      '<!--',
      '-->',
      '<hr/>',
      '"',
    );
    const source = fc.oneof(
      fc.string(),
      fc.array(piece).map((pieces) => pieces.join('')),
    );
    fc.assert(fc.property(source, (html) => join(html) === html));
  });

  it('reads a megabyte of brackets in linear time', async () => {
    for (const part of ['<', '<a "']) {
      const growth = await growthOf(500_000, (size) => join(part.repeat(size / part.length)));
      expect(growth, part).toBeLessThan(LINEAR_GROWTH_MAX);
    }
  });
});
