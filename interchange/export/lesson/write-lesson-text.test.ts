import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sanitizeLessonHtml } from '#sync-server/courses/lesson-html.ts';
import { hostileHtml } from '../testing/course-copies.ts';
import { activeParts, readXml } from '../testing/read-markup.ts';
import { writeLessonText } from './write-lesson-text.ts';

const targets = {
  linkTo: (address: string) => (address.startsWith('https:') ? address : null),
  pictureAt: (address: string) => (address === 'carrel:file/x' ? '../files/x.png' : null),
};
const xml = (html: string) => writeLessonText(html, 'xml', targets);

describe('the text of a lesson', () => {
  it('has its headings below another one', () => {
    const html = '<h1>a</h1><h2>b</h2><h3>c</h3><h6>d</h6><hr>';
    const written = writeLessonText(html, 'xml', { ...targets, topLevel: 4 });
    expect(written).toBe('<h4>a</h4><h4>b</h4><h5>c</h5><h6>d</h6><hr/>');
  });

  it('is well-formed XML without scripts, whatever it was', () => {
    fc.assert(
      fc.property(hostileHtml, (html) => {
        expect(activeParts(readXml(`<body>${xml(html)}</body>`))).toEqual([]);
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    ['entities', '&nbsp;&copy;&amp;&lt;b&gt;&quot;', '\u00a0©&amp;&lt;b&gt;"'],
    ['the end of a CDATA section', ']]>', ']]&gt;'],
    ['elements without content', 'a<br>b<hr>', 'a<br/>b<hr/>'],
    ['attributes without values', '<ol reversed><li>a</ol>', '<ol reversed=""><li>a</li></ol>'],
    ['languages', '<p lang="he" dir="rtl">א</p>', '<p lang="he" dir="rtl" xml:lang="he">א</p>'],
    [
      'readings above characters',
      '<ruby>漢<rp>(<rt>かん<rp>)</rp></ruby><rt>字</rt>',
      '<ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp></ruby><span>字</span>',
    ],
    ['first-level headings', '<h1>a</h1>', '<h2>a</h2>'],
    ['control characters', 'a\u0000b\u000bc\u007f', 'abc'],
    ['preformatted text', '<pre>\n  a\n\tb</pre>', '<pre>  a\n\tb</pre>'],
    [
      'handlers, styles and ids',
      '<p onclick="x" style="y" class="z" id="i" title="t">a</p>',
      '<p title="t">a</p>',
    ],
    ['scripts', 'a<script>alert("</p>")</script>b', 'ab'],
    ['frames', '<iframe src="https://x.example">a</iframe>b', 'b'],
    ['unknown elements', '<custom-a>a<b>b</b></custom-a>', 'a<b>b</b>'],
    ['links that lead nowhere', '<a href="#x">a</a>', '<span>a</span>'],
    [
      'links in links',
      '<a href="https://a.example/">a<a href="https://b.example/">b</a></a>',
      '<a href="https://a.example/" rel="noopener noreferrer">a<span>b</span></a>',
    ],
    ['text in lists', '<ul>a<li>b</li><p>c</p></ul>', '<ul><li>a</li><li>b</li><li><p>c</p></li></ul>'],
    ['cells without a table', '<td>a</td>', '<div>a</div>'],
    ['text in tables', '<table>a<tr>b</tr></table>', '<table><tr><td>a</td></tr><tr><td>b</td></tr></table>'],
    ['blocks in inline elements', '<em><div>a</div></em>', '<em><span class="block">a</span></em>'],
    [
      'pictures',
      '<img src="carrel:file/x" alt="A" width="9" onerror="x">',
      '<img src="../files/x.png" alt="A" width="9"/>',
    ],
    ['pictures without descriptions', '<img src="carrel:file/x">', '<img src="../files/x.png" alt=""/>'],
    ['pictures that are nowhere', '<img src="x.png" alt="A">', '<span>A</span>'],
    ['times without a date', '<time>now</time>', '<span>now</span>'],
  ])('writes %s', (_, html, expected) => {
    expect(xml(html)).toBe(expected);
  });

  it('lets a table and a wide text be scrolled by the keyboard in a browser', () => {
    expect(writeLessonText('<table><tr><td>a</table><pre>b</pre>', 'html', targets)).toBe(
      '<div class="scrolls" tabindex="0" role="group" aria-label="Table"><table><tr><td>a</td></tr></table></div>' +
        '<pre tabindex="0">b</pre>',
    );
  });

  it('has every element that the server lets through', () => {
    const html =
      '<h2>a</h2><p>a <b>b</b><i>c</i><kbd>d</kbd><mark>e</mark><q>f</q><ruby>g<rp>(</rp><rt>g</rt><rp>)</rp></ruby><sub>g</sub><var>h</var></p><blockquote><p>i</p></blockquote>' +
      '<dl><dt>j</dt><dd>k</dd></dl><figure><figcaption>l</figcaption></figure><details open=""><summary>m</summary>n</details>' +
      '<table><caption>o</caption><thead><tr><th scope="col">p</th></tr></thead><tbody><tr><td colspan="2">q</td></tr></tbody></table>';
    expect(sanitizeLessonHtml(html)).toBe(html.replace('open=""', 'open'));
    expect(xml(html)).toBe(html);
  });
});
