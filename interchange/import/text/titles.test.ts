import { describe, expect, it } from 'vitest';
import { isSameTitle, joinTitles, titleInside, titleOf, titleOfHtml, titleOfName } from './titles.ts';

describe('a title', () => {
  it.each([
    ['H<sub>2</sub>O &amp; <i>salt</i>', 'H2O & salt'],
    ['One<br>two <p>three</p>', 'One two three'],
    ['A List<String> &lt;b&gt;', 'A List<String> <b>'],
    ['1 &lt; 2 < 3', '1 < 2 < 3'],
    ['<span style="x"> a\n b </span>', 'a b'],
    ['&nbsp;', ''],
    ['Caf&eacute; <span class="x">&amp;</span> tea', 'Café & tea'],
    ['i <3 ffmpeg', 'i <3 ffmpeg'],
  ])('of %j is %j', (html, title) => {
    expect(titleOfHtml(html)).toBe(title);
  });

  it('is cut at its limit, never inside of a character', () => {
    expect(titleOf(`x${'😀'.repeat(200)}`, '')).toBe(`x${'😀'.repeat(149)}…`);
    expect(titleInside(`<p>${'😀'.repeat(200)}</p>`, '')).toBe(`${'😀'.repeat(30)}…`);
  });

  it('follows those of the levels above, as it is written there', () => {
    expect(joinTitles('Pages', '', 'The <p> tag')).toBe('Pages: The <p> tag');
    expect(joinTitles('1. Tides', 'Tides')).toBe('Tides');
    expect(joinTitles('', 'Tides')).toBe('Tides');
  });

  it('of a file is its name', () => {
    expect(titleOfName('getting-started')).toBe('Getting started');
    expect(titleOfName('a-b c_d')).toBe('A-b c_d');
  });

  it('is the same in other letters and with a number, not with other symbols', () => {
    expect(isSameTitle('1.2 The sea!', 'the  SEA')).toBe(true);
    expect(isSameTitle('C++', 'C#')).toBe(false);
    expect(isSameTitle('…', '—')).toBe(false);
    expect(isSameTitle('1.', '2.')).toBe(false);
  });
});

it.each([
  ['Tides 1b03f7c565474ba180230b78abd07a44', 'Tides'],
  ['tides-1b03f7c5-6547-4ba1-8023-0b78abd07a44', 'Tides'],
  ['The-sea_123456789', 'The sea'],
  ['course-main', 'Course'],
  ['202311281200 Tides', 'Tides'],
  ['1b03f7c565474ba180230b78abd07a44', '1b03f7c565474ba180230b78abd07a44'],
  ['room 101', 'Room 101'],
])('the name %j has the title %j, without what programs add', (name, title) => {
  expect(titleOfName(name)).toBe(title);
});
