import { escapeHtml } from '#interchange/import/text/plain-text.ts';
import type { ForeignAnswer } from '../foreign-quiz.ts';
import { quizReasons } from '../quiz-reasons.ts';
import type { MoodleAnswer, MoodleQuestion } from './question-parts.ts';

/** A `*` that is not escaped stands for any text. */
const WILDCARD = /(?<!\\)\*/;

export function shortAnswer({ answers }: Pick<MoodleQuestion, 'answers'>, reasons: string[]): ForeignAnswer {
  const best = Math.max(0, ...answers.map(({ fraction }) => fraction));
  const right = answers.filter(({ fraction }) => fraction > 0 && fraction === best);
  if (answers.some(({ fraction }) => fraction > 0 && fraction < best)) reasons.push(quizReasons.partly);
  const whole = right.filter(({ raw }) => !WILDCARD.test(raw));
  if (whole.length < right.length) reasons.push(quizReasons.wildcards);
  return { kind: 'text', accepted: whole.map(({ raw }) => raw.replaceAll('\\*', '*')) };
}

export function numerical({ answers }: Pick<MoodleQuestion, 'answers'>, reasons: string[]): ForeignAnswer {
  const best = Math.max(0, ...answers.map(({ fraction }) => fraction));
  const right = answers.filter(
    ({ fraction, raw }) => fraction > 0 && fraction === best && raw.trim() !== '*',
  );
  if (answers.some(({ fraction }) => fraction > 0 && fraction < best)) reasons.push(quizReasons.partly);
  if (right.length > 1) reasons.push(quizReasons.tolerance);
  const [first] = right;
  return {
    kind: 'number',
    value: numberText(first?.raw ?? ''),
    tolerance: numberText(first?.tolerance ?? '') || '0',
  };
}

/** An answer of a notation that is text. */
export const plainAnswer = (
  raw: string,
  fraction: number,
  { feedback = '', tolerance = '' } = {},
): MoodleAnswer => ({ raw, text: escapeHtml(raw), fraction, feedback, tolerance });

/** Numbers of Moodle: `1.0000000`. */
const numberText = (text: string): string => {
  const number = Number(text.trim());
  return text.trim() !== '' && Number.isFinite(number) ? String(number) : text.trim();
};
