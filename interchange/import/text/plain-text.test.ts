import { describe, expect, it } from 'vitest';
import { descriptionOf, hasContent, textOfHtml } from './plain-text.ts';
import { titleInside, titleOfHtml } from './titles.ts';

describe('the text of HTML', () => {
  it.each([
    ['<p>a &amp; b</p><p>c<br>d</p>', 'a & b\nc\nd'],
    ['  a\n  b<b> c </b>', 'a b c'],
    ['<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>', 'a b\nc'],
    ['<script>x</script><style>y</style><p>a<!-- z --></p>', 'a'],
    ['<ul><li>a<li>b</ul', 'a\nb'],
    ['<head><title>x</title><style>y</style><h1>a</h1>b', 'a\nb'],
    ['a < b', 'a < b'],
    ['', ''],
  ])('%j is %j', (html, text) => {
    expect(textOfHtml(html)).toBe(text);
  });

  it('is read to a depth that no author reaches, in a time that does not depend on what follows', () => {
    expect(textOfHtml(`<p>a</p>${'<b>'.repeat(500_000)}b`)).toBe('a');
    expect(titleInside(`<p>a</p>${'<h1>'.repeat(500_000)}b`, 'none')).toBe('a');
    expect(textOfHtml(`${'<b>'.repeat(1_000)}deep`)).toBe('deep');
  });

  it('is cut where descriptions and titles end, never inside of a character', () => {
    expect(descriptionOf('x'.repeat(20_001))).toBe(`${'x'.repeat(19_999)}…`);
    expect(titleOfHtml(`x${'😀'.repeat(200)}`, '')).toBe(`x${'😀'.repeat(149)}…`);
    expect(titleOfHtml('<p> a </p><p>b</p>', 'none')).toBe('a b');
    expect(titleOfHtml('<p>&nbsp;</p>', 'none')).toBe('none');
  });
});

describe('HTML', () => {
  it('without a title has its heading, or its begin, as one', () => {
    expect(titleInside('<p>Text</p><h2>The <i>sea</i></h2>', 'none')).toBe('The sea');
    expect(titleInside('<p>Short</p><p>More</p>', 'none')).toBe('Short');
    expect(titleInside(`<p>${'long text '.repeat(20)}</p>`, 'none')).toMatch(/^long text .{20,50}…$/);
    expect(titleInside('<img src="a.png">', 'none')).toBe('none');
  });

  it('shows something if it has text, or more than text', () => {
    expect(hasContent('<p>&nbsp;<br></p>')).toBe(false);
    expect(hasContent('<p>a</p>')).toBe(true);
    expect(hasContent('<img src="a.png">')).toBe(true);
    expect(hasContent('<imgage>')).toBe(false);
    expect(hasContent('<!-- <img src="a.png"> --><noscript>a</noscript>')).toBe(false);
    expect(hasContent('<b>'.repeat(500_000))).toBe(false);
  });
});
