import type { FieldValue } from '#schema/editor/merge.ts';
import { isTextField } from '#schema/entities/field-rules.ts';
import { sanitizeLesson } from '../lesson/text/sanitize-lesson.ts';

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' });

const TIMES: ReadonlySet<string> = new Set(['expiresAt', 'publishAt', 'unpublishAt']);

/** A field's value as text for users. */
export function textOfField(field: string, value: FieldValue): string {
  if (field === 'attemptsMax' && value === null) return 'any number';
  if (value === null || value === '') return 'nothing';
  if (field === 'passPercent') return `${value} %`;
  if (field === 'duration') return `${value} min`;
  if (field === 'sharesFiles') return value === 1 ? 'allowed' : 'not allowed';
  if (TIMES.has(field)) return moment.format(new Date(String(value)));
  if (isHtml(field)) return readableText(String(value));
  return quizTexts[field]?.get(value) ?? String(value);
}

export const isHtml = (field: string): boolean => field === 'content' || field === 'prompt';

/** The values of the settings of a practice or test. */
const quizTexts: Readonly<Record<string, ReadonlyMap<FieldValue, string>>> = {
  scoreRule: new Map([
    ['best', 'the best attempt counts'],
    ['last', 'the last attempt counts'],
  ]),
  isShuffled: new Map([
    [1, 'shuffled'],
    [0, 'as they are written'],
  ]),
  release: new Map([
    ['answers', 'score and right answers'],
    ['score', 'score only'],
  ]),
  isRequired: new Map([
    [1, 'required for the lesson'],
    [0, 'not required'],
  ]),
};

/** Whether the user may write a third text instead of choosing one of two. */
export const isWritable = isTextField;

const BLOCKS = 'p, h2, h3, h4, h5, h6, li, tr, pre, blockquote, figcaption, summary, dt, dd, caption, hr';

/** The text of HTML, one line per block; differences in markup alone are not shown. */
function readableText(html: string): string {
  const fragment = sanitizeLesson(html);
  for (const block of fragment.querySelectorAll(BLOCKS)) block.append('\n');
  for (const cell of fragment.querySelectorAll('td, th')) cell.append(' ');
  for (const bracket of fragment.querySelectorAll('rp')) bracket.remove();
  for (const reading of fragment.querySelectorAll('rt')) reading.replaceWith(`(${reading.textContent})`);
  for (const image of fragment.querySelectorAll('img')) image.replaceWith(`[picture: ${image.alt}]\n`);
  return (fragment.textContent ?? '')
    .replace(/[ \t]+/g, ' ')
    .replace(/ ?\n\s*/g, '\n')
    .trim();
}
