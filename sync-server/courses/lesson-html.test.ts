import { describe, expect, it } from 'vitest';
import { sanitizeLessonHtml } from './lesson-html.ts';

const SVG = 'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22/%3E';

describe('lesson HTML', () => {
  it('retains text, tables, images and collapsible sections', () => {
    const html = [
      '<h2>Margins</h2>',
      '<p>Four <strong>sums</strong>, <code>a &lt; b</code>, x<sup>2</sup></p>',
      '<table><caption>Prices</caption><thead><tr><th scope="col">Tea</th></tr></thead></table>',
      `<figure><img src="${SVG}" alt="A curve" width="720" height="405" /><figcaption>Up</figcaption></figure>`,
      '<details open><summary>Answer</summary><p>42</p></details>',
    ].join('');
    expect(sanitizeLessonHtml(html).replace('open=""', 'open')).toBe(html);
  });

  it.each([
    [
      '<p dir="rtl">a</p><p dir="ltr">b</p><p dir="auto">c</p>',
      '<p dir="rtl">a</p><p dir="ltr">b</p><p dir="auto">c</p>',
    ],
    [
      '<p dir=" RTL" lang="ar">a</p><h1 dir="up" title="t">b</h1>',
      '<p lang="ar" dir="rtl">a</p><h2 title="t">b</h2>',
    ],
  ])('knows three directions of a text', (html, clean) => {
    expect(sanitizeLessonHtml(html)).toBe(clean);
    expect(sanitizeLessonHtml(clean)).toBe(clean);
  });

  it('retains readings above characters', () => {
    const html = '<p><ruby>潮<rp>(</rp><rt>しお</rt><rp>)</rp></ruby></p>';
    expect(sanitizeLessonHtml(html)).toBe(html);
  });

  it.each([
    ['scripts', '<script>alert(1)</script>'],
    ['handlers', '<img src="https://x.example/a.png" onerror="alert(1)">'],
    ['javascript addresses', '<a href="javascript:alert(1)">x</a>'],
    ['hidden javascript addresses', '<a href="java&#10;script:alert(1)">x</a>'],
    ['frames', '<iframe src="https://x.example"></iframe>'],
    ['forms', '<form action="https://x.example"><input name="a"></form>'],
    ['inline SVG', '<svg onload="alert(1)"><script>alert(1)</script></svg>'],
    ['MathML', '<math><mtext><script>alert(1)</script></mtext></math>'],
    ['styles', '<style>body{display:none}</style><p style="position:fixed">x</p>'],
    ['objects', '<object data="https://x.example/a.swf"></object><embed src="x">'],
    [
      'meta and base',
      '<meta http-equiv="refresh" content="0;url=https://x.example"><base href="https://x.example">',
    ],
  ])('drops %s', (_, html) => {
    expect(sanitizeLessonHtml(html)).not.toMatch(
      /script|alert|onerror|onload|iframe|<form|<input|<svg|<math|style|object|embed|meta|base/i,
    );
  });

  it('drops ids, names and classes, which could clobber the page', () => {
    expect(sanitizeLessonHtml('<p id="root" class="app" name="body">x</p>')).toBe('<p>x</p>');
  });

  it('gives every link rel=noopener', () => {
    expect(sanitizeLessonHtml('<a href="https://x.example" target="_blank" rel="opener">x</a>')).toBe(
      '<a href="https://x.example" target="_blank" rel="noopener">x</a>',
    );
  });

  it.each(['png', 'jpeg', 'webp', 'gif', 'svg+xml'])('retains an embedded image of type %s', (type) => {
    const image = `<img src="data:image/${type};base64,AAAA" alt="x" />`;
    expect(sanitizeLessonHtml(image)).toBe(image);
  });

  it.each([
    'data:text/html,<b>x</b>',
    'data:image/bmp;base64,AAAA',
    ' data:text/html,x',
    'http://x.example/a.png',
  ])('drops an image from %j', (source) => {
    expect(sanitizeLessonHtml(`<p>a<img src="${source}" alt="x">b</p>`)).not.toContain('src');
  });

  it('allows data URLs in images only, never in links', () => {
    expect(sanitizeLessonHtml(`<a href="${SVG}">x</a>`)).toBe('<a rel="noopener">x</a>');
  });

  it('is unchanged when sanitised again', () => {
    const once = sanitizeLessonHtml('<h1>A</h1><p>a &amp; b < c<a href="/courses">d</a><br>e');
    expect(sanitizeLessonHtml(once)).toBe(once);
  });
});
