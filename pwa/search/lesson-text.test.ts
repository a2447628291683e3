import { describe, expect, test } from 'vitest';
import { growthOf, LINEAR_GROWTH_MAX } from '#schema/testing/growth.ts';
import { readLessonText } from './lesson-text.ts';

describe('the text of a lesson', () => {
  test.each([
    ['<h2>High</h2><p>water</p>', 'High water'],
    ['un<b>break</b>able <em>rope</em>', 'unbreakable rope'],
    ['<ul><li>one</li><li>two</li></ul>', 'one two'],
    ['a<br>b', 'a b'],
    ['Tom &amp; Jerry &lt;3 &#233;t&#xe9; &nbsp; now', 'Tom & Jerry <3 été now'],
    ['one &unknown; two', 'one &unknown; two'],
    ['<a href="x>y" title=\'a>b\'>link</a>', 'link'],
    ['<!-- hidden > words -->seen', 'seen'],
    ['<style>p { color: red }</style><script>alert("1 < 2")</script>seen', 'seen'],
    ['<p title="<b>">seen</p>', 'seen'],
    ['3 < 4 and 5 > 2', '3 < 4 and 5 > 2'],
    ['cut off <p title="', 'cut off'],
    ['', ''],
  ])('of %j are %j', (html, text) => {
    expect(readLessonText(html).words).toBe(text);
  });

  test.each([
    ['<p><ruby>潮<rt>しお</rt></ruby>が<ruby>満<rt>み</rt></ruby>ちる。</p>', '潮が満ちる。', 'しお み'],
    ['<ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp></ruby>字', '漢字', 'かん'],
    ['<ruby>東<rt>とう<rb>京<rt>きょう</ruby>都', '東京都', 'とう きょう'],
    ['<ruby><rb>東<rb>京<rtc><rt>とう<rt>きょう</rtc></ruby>都', '東京都', 'とう きょう'],
    ['<ruby>a<rt>b<p>c', 'a c', 'b'],
  ])('of %j has its readings apart', (html, words, readings) => {
    expect(readLessonText(html)).toEqual({ words, readings });
  });

  test('is composed: a letter and its marks are one character', () => {
    expect(readLessonText('<p>Cafe\u0301</p>').words).toBe('Café');
  });

  test('is extracted in linear time, however malformed the HTML', async () => {
    for (const piece of ['<', '<a ', '<!--', '&', '<p title="', "<b>'"]) {
      const growth = await growthOf(200_000, (count) => readLessonText(piece.repeat(count)));
      expect(growth, piece).toBeLessThan(LINEAR_GROWTH_MAX);
    }
  });
});
