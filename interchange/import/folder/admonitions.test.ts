import { describe, expect, it } from 'vitest';
import { htmlOfMarkdown } from '../text/markdown.ts';
import { quoteAdmonitions } from './admonitions.ts';

const html = (markdown: string) => htmlOfMarkdown(quoteAdmonitions(markdown))?.replace(/\s*\n\s*/g, '');

describe('a note in a Markdown text', () => {
  it.each([
    [':::tip\nText\n:::\nAfter', 'Tip'],
    [':::tip Read *this*\nText\n:::\nAfter', 'Read <em>this</em>'],
    [':::tip[My tip]\nText\n:::\nAfter', 'My tip'],
    ['::: {.callout-note}\nText\n:::\nAfter', 'Note'],
    ['::::::: challenge\n\nText\n\n:::::::::\n\nAfter', 'Challenge'],
    ['!!! note\n    Text\n\nAfter', 'Note'],
    ['??? tip "My tip"\n\n    Text\n\nAfter', 'My tip'],
  ])('is a quote with a bold title: %j', (markdown, title) => {
    expect(html(markdown)).toBe(
      `<blockquote><p><strong>${title}</strong></p><p>Text</p></blockquote><p>After</p>`,
    );
  });

  it('can be inside of another', () => {
    expect(html(':::: a\nOuter\n::: b\nInner\n:::\n::::')).toBe(
      '<blockquote><p><strong>A</strong></p><p>Outer</p><blockquote><p><strong>B</strong></p><p>Inner</p></blockquote></blockquote>',
    );
    expect(html('!!! a\n    Outer\n\n    !!! b\n        Inner\n\n    Outer again')).toBe(
      '<blockquote><p><strong>A</strong></p><p>Outer</p><blockquote><p><strong>B</strong></p><p>Inner</p></blockquote><p>Outer again</p></blockquote>',
    );
  });

  it('has code that stays code, in it and around it', () => {
    expect(html('!!! a\n    ```\n    x\n      y\n    ```')).toContain('<pre><code>x');
    const code = '```\n:::tip\n!!! note\n```';
    expect(quoteAdmonitions(code)).toBe(code);
  });
});
