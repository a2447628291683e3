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

const paragraph = (level: number, mark: string, text: string) =>
  `<p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>${mark}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>${text}<o:p></o:p></p>`;

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

  it.each([
    [
      'Google Docs',
      '<b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr"><span style="font-weight:400;font-style:normal;vertical-align:baseline;white-space:pre-wrap;">Plain </span><span style="font-weight:700;font-style:normal">bold</span><span style="font-weight:400;font-style:italic"> slanted</span><span style="font-weight:700;font-style:italic"> both</span> x<span style="font-size:0.6em;vertical-align:super">2</span></p></b>',
      '<p dir="ltr">Plain <strong>bold</strong><em> slanted</em><strong><em> both</em></strong> x<sup>2</sup></p>',
    ],
    [
      'Word',
      "<p class=MsoNormal><b style='mso-bidi-font-weight:normal'>Bold</b> <i style='mso-bidi-font-style:normal'>slanted</i><span style='mso-bidi-font-weight:bold'> plain</span></p>",
      '<p><b>Bold</b> <i>slanted</i> plain</p>',
    ],
    [
      'Pages, with styles of classes',
      '<style type="text/css">p.p1 {margin: 0; font: 11.0px Helvetica} span.s1 {font: bold 11.0px Helvetica} .s2, .s3 { font-style: italic }</style><p class="p1">Plain <span class="s1">bold</span> <span class="x s3">slanted</span></p>',
      '<p>Plain <strong>bold</strong> <em>slanted</em></p>',
    ],
    [
      'a page whose heading is bold anyway',
      '<h2><span style="font-weight:bold">Title</span></h2><p style="font-weight:600">Bold <b>too</b></p>',
      '<h2>Title</h2><p><strong>Bold <b>too</b></strong></p>',
    ],
  ])('keeps what is bold and slanted of %s', (_, html, expected) => {
    expect(clean(html)).toBe(expected);
  });

  it.each([
    [
      'Word',
      paragraph(1, '1.', 'First') +
        paragraph(2, '<span>·</span>', 'Inner') +
        paragraph(2, 'o', 'Other') +
        paragraph(1, '2.', 'Second') +
        "<p class=MsoNormal style='mso-list:none'>Text</p>" +
        paragraph(1, '3.', 'Third'),
      '<ol><li>First<ul><li>Inner</li><li>Other</li></ul></li><li>Second</li></ol><p>Text</p><ol start="3"><li>Third</li></ol>',
    ],
    [
      'Word, in a cell and with letters',
      `<table><tr><td>${paragraph(1, 'b)', 'B')}${paragraph(1, 'c)', 'C')}</td><td>x</td></tr></table>`,
      '<table><tr><td><ol start="2" type="a"><li>B</li><li>C</li></ol></td><td>x</td></tr></table>',
    ],
    [
      'Word online',
      '<div><div class="OutlineElement"><p>Before</p></div><div class="ListContainerWrapper"><ul class="BulletListStyle1"><li data-listid="1" data-aria-posinset="1" data-aria-level="1"><p>One</p></li></ul></div><div class="ListContainerWrapper"><ul><li data-listid="1" data-aria-posinset="1" data-aria-level="2"><p>Inner</p></li></ul></div><div class="ListContainerWrapper"><ul><li data-listid="1" data-aria-posinset="2" data-aria-level="1"><p>Two</p></li></ul></div><div class="OutlineElement"><p>After</p></div></div>',
      '<div><div><p>Before</p></div><ul><li><p>One</p><ul><li><p>Inner</p></li></ul></li><li><p>Two</p></li></ul><div><p>After</p></div></div>',
    ],
    [
      'Google Docs',
      '<ol><li aria-level="1"><p>One</p></li><ul><li aria-level="2"><p>Inner</p></li></ul><li aria-level="1"><p>Two</p></li></ol><p>After</p>',
      '<ol><li><p>One</p><ul><li><p>Inner</p></li></ul></li><li><p>Two</p></li></ol><p>After</p>',
    ],
    [
      'a page where lists are in their items already',
      '<ul><li aria-level="1">One<ul><li aria-level="2">Inner</li></ul></li><li aria-level="1">Two</ul>',
      '<ul><li>One<ul><li>Inner</li></ul></li><li>Two</li></ul>',
    ],
  ])('writes the lists of %s as lists', (_, html, expected) => {
    expect(clean(html)).toBe(expected);
  });

  it('leaves hidden text of Word out, and what no browser shows where the visitor says so', () => {
    const html =
      '<p>a<span style="display:none;mso-hide:all">b</span><span style="display:none">c<br>d</span></p><p hidden>e</p><div style="visibility: hidden">f<p>g</p></div><p>h</p>';
    expect(clean(html)).toBe('<p>ac<br />d</p><p>e</p><div>f<p>g</p></div><p>h</p>');
    expect(cleanHtml(html, { ...visitorOf(), leavesOutHidden: true })).toBe('<p>a</p><p>h</p>');
  });

  it.each([
    [
      'lines of an editor',
      '<div style="font-family: Menlo, monospace;white-space: pre;"><div><span style="color:#00f">if</span> x:</div><div>    y()</div><br><div>z</div></div>',
      '<pre><code>if x:\n    y()\n\nz\n</code></pre>',
    ],
    ['ends of lines', '<pre>if x:<br>  y()</pre>', '<pre>if x:\n  y()</pre>'],
  ])('keeps the indent of code: %s', (_, html, expected) => {
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

  it.each([
    ['a/b = x²', '<mfrac><mi>a</mi><mi>b</mi></mfrac><mo>=</mo><msup><mi>x</mi><mn>2</mn></msup>'],
    [
      '(a + b)/(2c)',
      '<mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mrow><mn>2</mn><mo>&#8290;</mo><mi>c</mi></mrow></mfrac>',
    ],
    [
      'x = (-b ± √(b² − 4ac))/(2a)',
      '<mi>x</mi><mo>=</mo><mfrac><mrow><mo>-</mo><mi>b</mi><mo>±</mo><msqrt><msup><mi>b</mi><mn>2</mn></msup><mo>−</mo><mn>4</mn><mi>a</mi><mi>c</mi></msqrt></mrow><mrow><mn>2</mn><mi>a</mi></mrow></mfrac>',
    ],
    ['³√(8) = 2', '<mroot><mn>8</mn><mn>3</mn></mroot><mo>=</mo><mn>2</mn>'],
    [
      '∑_(i = 1)^n a_i',
      '<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover><msub><mi>a</mi><mi>i</mi></msub>',
    ],
    [
      'lim_(x → 0) (sin x)/x',
      '<munder><mi>lim</mi><mrow><mi>x</mi><mo stretchy="false">→</mo><mn>0</mn></mrow></munder><mfrac><mrow><mi>sin</mi><mi>x</mi></mrow><mi>x</mi></mfrac>',
    ],
    ['e^(-x)', '<msup><mi>e</mi><mrow><mo>-</mo><mi>x</mi></mrow></msup>'],
    ['(1/2)²', '<msup><mfrac><mn>1</mn><mn>2</mn></mfrac><mn>2</mn></msup>'],
    ['(n choose k)', '<mfrac linethickness="0"><mi>n</mi><mi>k</mi></mfrac>'],
    [
      'A = [1, 2; 3, 4]',
      '<mi>A</mi><mo>=</mo><mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>2</mn></mtd></mtr><mtr><mtd><mn>3</mn></mtd><mtd><mn>4</mn></mtd></mtr></mtable>',
    ],
    ['f(x, y)', '<mi>f</mi><mfenced><mi>x</mi><mi>y</mi></mfenced>'],
    ['x̂ ≤ v⃗', '<mover><mi>x</mi><mo>^</mo></mover><mo>≤</mo><mover><mi>v</mi><mo>→</mo></mover>'],
    ['x if y', '<mi>x</mi><mtext> if </mtext><mi>y</mi>'],
  ])('writes %s on one line', (expected, formula) => {
    expect(clean(`<p><math>${formula}</math></p>`)).toBe(`<p>${expected}</p>`);
    expect(
      clean(`<p><m:math alttext="Alternative text not available"><m:mrow>${formula}</m:mrow></m:math></p>`),
    ).toBe(`<p>${expected}</p>`);
  });

  it.each([
    [
      'KaTeX',
      '<span class="katex"><span class="katex-mathml"><math><semantics><mi>x</mi><annotation encoding="application/x-tex">x^2</annotation></semantics></math></span><span class="katex-html" aria-hidden="true"><span>x</span><span>2</span></span></span>',
    ],
    [
      'Wikipedia',
      '<span><span style="display: none;"><math alttext="{\\displaystyle x^2}"><mi>x</mi></math></span><img class="mwe-math-fallback-image-inline" aria-hidden="true" src="https://a.example/x.svg"></span>',
    ],
  ])('has a formula of %s once', (_, html) => {
    const cleaned = cleanHtml(`<p>a ${html} b</p>`, { ...visitorOf(), leavesOutHidden: true });
    expect(cleaned).toBe('<p>a x^2 b</p>');
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
