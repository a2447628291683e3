import { expect, test } from 'vitest';
import { sanitizeLesson } from '#pwa/lesson/text/sanitize-lesson.ts';
import { findTerm } from './highlight-term.ts';

function found(html: string, term: string): string | undefined {
  const article = document.createElement('div');
  article.append(sanitizeLesson(html));
  return findTerm(article, term)?.toString();
}

test.each([
  ['<p>High tide</p>', 'tide', 'tide'],
  ['<p>an un<b>break</b>able rope</p>', 'unbreakable', 'unbreakable'],
  ['<p>high</p><p>tide</p>', 'hightide', undefined],
  ['<p>Die Straße dort</p>', 'STRASSE', 'Straße'],
  ['<p>يرتفع اَلْبَحْرُ مرتين</p>', 'البحر', 'اَلْبَحْرُ'],
  ['<p>月亮的引力</p>', '引力', '引力'],
  ['<p><ruby>引<rt>いん</rt></ruby><ruby>力<rt>りょく</rt></ruby>が</p>', '引力', '引いん力'],
])('in %j, %j is found as %j', (html, term, text) => {
  expect(found(html, term)).toBe(text);
});
