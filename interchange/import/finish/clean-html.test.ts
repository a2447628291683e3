import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sanitizeLessonHtml } from '#sync-server/courses/lesson-html.ts';
import { cleanHtml, type HtmlVisitor } from './clean-html.ts';
import { findPictures } from './find-pictures.ts';

function visitorOf(seen: string[] = []): HtmlVisitor {
  return {
    link: (address) => (address.startsWith('https:') ? address : null),
    picture: (address) => (address.startsWith('https:') ? address : null),
    media: (address) => void seen.push(address),
    simplified: (what) => void seen.push(what),
  };
}

const clean = (html: string) => cleanHtml(html, visitorOf());

it('has the pictures of a text, also before where it is nested too deeply', () => {
  expect([...findPictures(`<img src="a.png"><img src=" a.png ">${'<b>'.repeat(400_000)}`)]).toEqual([
    ['a.png', 2],
  ]);
});

describe('the HTML of another program', () => {
  it.each([
    ['keeps what lessons have', '<p class="x">One <b>two</b></p>', '<p>One <b>two</b></p>'],
    ['makes the first heading the second', '<h1>Title</h1>', '<h2>Title</h2>'],
    ['closes what is open', '<ul><li>a<li>b', '<ul><li>a</li><li>b</li></ul>'],
    [
      'separates blocks that lessons do not have',
      '<section>a</section><section>b</section>',
      '<div>a</div><div>b</div>',
    ],
    ['leaves programs and styles out', '<style>p{}</style><script>alert(1)</script><p>a</p>', '<p>a</p>'],
    [
      'reads the body of a whole page only',
      '<!DOCTYPE html><html><head><title>T</title></head><body><p>a</body></html>',
      '<p>a</p>',
    ],
    [
      'escapes text and values again',
      '<p title="a &quot; &lt;b>">1 &lt; 2 &amp; 3</p>',
      '<p title="a &quot; &lt;b&gt;">1 &lt; 2 &amp; 3</p>',
    ],
    ['keeps the text of links without an address', '<a href="javascript:alert(1)">go</a>', 'go'],
    [
      'keeps links to the web',
      '<a href="https://a.example/?b&c" onclick="x()">go</a>',
      '<a href="https://a.example/?b&amp;c" rel="noopener">go</a>',
    ],
    [
      'keeps the direction of texts, in one of its three values',
      '<p dir=" RTL">a</p><ul dir="auto"><li dir="ltr">b</ul><p dir="up">c',
      '<p dir="rtl">a</p><ul dir="auto"><li dir="ltr">b</li></ul><p>c</p>',
    ],
    [
      'gives the blocks of a page its direction',
      '<html dir="rtl"><body>loose <b>a</b><p>b <i>c</i></p><ul><li>d</ul><p dir="ltr">e</p><hr></body></html><p>f',
      'loose <b>a</b><p dir="rtl">b <i>c</i></p><ul dir="rtl"><li>d</li></ul><p dir="ltr">e</p><hr /><p>f</p>',
    ],
    [
      'keeps readings above characters',
      '<ruby class="x">漢<rp>(</rp><rt>かん<rp>)</rp></ruby><ruby><rb>字</rb><rt>じ</rt></ruby>',
      '<ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp></ruby><ruby>字<rt>じ</rt></ruby>',
    ],
    ['leaves pictures without an address out', '<img src="x.png"><p>a</p>', '<p>a</p>'],
    [
      'gives pictures a text',
      '<img src="https://a.example/b.png" width="4">',
      '<img src="https://a.example/b.png" alt="" width="4" />',
    ],
    ['reads XHTML', '<p/><br/><a id="x"/><p>a</p>', '<p></p><br /><p>a</p>'],
    [
      'closes rows that only a tag without a meaning separates',
      '<tr><td>a</td><x-y><tr>',
      '<tr><td>a</td></tr><tr></tr>',
    ],
    [
      'reads a page that leaves out the end of its head and the begin of its body',
      '<!DOCTYPE html><head><meta charset="utf-8"><title>T</title><style>p{}</style><h1>a</h1><p>b',
      '<h2>a</h2><p>b</p>',
    ],
    ['has no comments', '<p>a<!-- b --></p>', '<p>a</p>'],
  ])('%s', (_, html, expected) => {
    expect(clean(html)).toBe(expected);
  });

  it('names videos, sounds and frames, wherever they are', () => {
    const seen: string[] = [];
    const html =
      '<video><source src="a.mp4"></video><iframe src="https://b.example/"></iframe><object data="c.pdf"><embed src="c.pdf"></object>';
    expect(cleanHtml(html, visitorOf(seen))).toBe('');
    expect(seen).toEqual(['a.mp4', 'https://b.example/', 'c.pdf', 'c.pdf']);
  });

  it('writes a formula as its source in TeX, as it is read out, or by its letters', () => {
    const seen: string[] = [];
    const tex =
      '<math><semantics><mi>x</mi><annotation encoding="application/x-tex">x^2</annotation></semantics></math>';
    const html = `<p>${tex} <math alttext="y squared"><mi>y</mi></math> <math><mi>z</mi><mn>2</mn></math>!</p>`;
    expect(cleanHtml(html, visitorOf(seen))).toBe('<p>x^2 y squared z2!</p>');
    expect(seen).toEqual(['math', 'math', 'math']);
  });

  it('keeps the text below a hundred nested tags', () => {
    const html = `${'<div>'.repeat(5_000)}deep`;
    expect(clean(html)).toBe(`${'<div>'.repeat(100)}deep${'</div>'.repeat(100)}`);
  });

  it('is read up to where it is nested too deeply, in a short time', () => {
    const seen: string[] = [];
    const html = `<p>first</p>${'<div>'.repeat(900_000)}last`;
    expect(cleanHtml(html, visitorOf(seen))).toMatch(/^<p>first<\/p><div>/);
    expect(seen).toContain('deep');
  });

  it('is what the server stores', () => {
    const tag = fc.constantFrom(
      ...'p div b a img h1 table tr td ul li math svg script style video section pre br x-y details'.split(
        ' ',
      ),
    );
    const value = fc.constantFrom(
      'https://a.example/?a&b',
      'javascript:x',
      '"><script>',
      "' onload='x",
      'data:text/html,x',
      '',
    );
    const open = fc
      .tuple(tag, value)
      .map(([name, text]) => `<${name} href="${text}" src='${text}' title=${text} onclick=x>`);
    const piece = fc.oneof(
      open,
      tag.map((name) => `</${name}>`),
      fc.string(),
      fc.constantFrom('<!--', '-->', '<![CDATA[', ']]>', '&lt;', '&#x0;', '<', '"'),
    );
    const html = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(html, (text) => {
        const cleaned = clean(text);
        expect(sanitizeLessonHtml(cleaned)).toBe(cleaned);
        expect(clean(cleaned)).toBe(cleaned);
      }),
      { numRuns: 1_000 },
    );
  });
});
