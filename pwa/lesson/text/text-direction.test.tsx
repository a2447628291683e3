import { expect, test } from 'vitest';
import { sanitizeLesson } from './sanitize-lesson.ts';

function shown(html: string): string {
  const holder = document.createElement('div');
  holder.append(sanitizeLesson(html));
  return holder.innerHTML;
}

test.each([
  ['<p>High tide</p><ul><li>a</li></ul>', '<p>High tide</p><ul><li>a</li></ul>'],
  ['<p>1. المد</p><p>Tide</p>', '<p dir="rtl">1. المد</p><p>Tide</p>'],
  ['<h2>גאות</h2><pre>x</pre>', '<h2 dir="rtl">גאות</h2><pre tabindex="0">x</pre>'],
  // A list has one direction, also of an item that begins with another script.
  ['<ul><li>المد</li><li>HTML هي</li></ul>', '<ul dir="rtl"><li>المد</li><li>HTML هي</li></ul>'],
  [
    '<blockquote><p>المد</p><p>Tide</p></blockquote>',
    '<blockquote dir="rtl"><p>المد</p><p dir="ltr">Tide</p></blockquote>',
  ],
  [
    '<details><summary>Answer</summary><p>المد</p></details>',
    '<details><summary>Answer</summary><p dir="rtl">المد</p></details>',
  ],
  // What the author says counts.
  [
    '<p dir="ltr">المد</p><div dir="rtl"><p>HTML</p></div>',
    '<p dir="ltr">المد</p><div dir="rtl"><p>HTML</p></div>',
  ],
  ['<p></p><p>123</p>', '<p></p><p>123</p>'],
])('the text %j is shown as %j', (html, expected) => {
  expect(shown(html)).toBe(expected);
});

test('a wide table from right to left scrolls from its right side', () => {
  expect(shown('<table><tbody><tr><td>المد</td></tr></tbody></table>')).toMatch(
    /^<div data-scrolls="" tabindex="0" role="group" aria-label="Table" dir="rtl"><table dir="rtl">/,
  );
});

test('readings above characters are shown', () => {
  const html = '<p><ruby>潮<rp>(</rp><rt>しお</rt><rp>)</rp></ruby></p>';
  expect(shown(html)).toBe(html);
});
