import { describe, expect, it } from 'vitest';
import { readingMinutes } from './reading-minutes.ts';

describe('the time to read a text', () => {
  it.each([
    ['', 0],
    ['<p></p><img src="data:image/png;base64,AAAA" alt="not read">', 0],
    ['<p>Low water&nbsp;</p>', 1],
    [`<p>${'word '.repeat(500)}</p><p>${'<b>word</b> '.repeat(100)}</p>`, 3],
    [`<p>${'潮'.repeat(1_000)}</p>`, 2],
  ])('of %.40j is its words divided by 200', (html, minutes) => {
    expect(readingMinutes(html)).toBe(minutes);
  });
});
