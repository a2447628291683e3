import { expect, it } from 'vitest';
import type { Answer } from '#schema/quizzes/attempt.ts';
import type { QuestionKey } from '#schema/quizzes/question-content.ts';
import type { QuestionKind } from '#schema/quizzes/question-kind.ts';
import { explainAnswer } from './explain-answer.ts';

const choices = JSON.stringify([
  { id: 'a', text: 'Ebb', side: 'left' },
  { id: 'b', text: 'Low', side: 'right' },
  { id: 'c', text: 'Lunch' },
]);
const explain = (kind: QuestionKind, key: QuestionKey, answer: Answer | null) => {
  const { title, sentence } = explainAnswer({ kind, choices, key: JSON.stringify(key) }, answer);
  return `${title}. ${sentence}`;
};

it.each<[QuestionKind, QuestionKey, Answer | null, string]>([
  ['one', { right: ['a'] }, 'a', 'Right. '],
  ['one', { right: ['a'] }, 'c', 'Not right. “Lunch” is not the answer. Right is “Ebb”.'],
  ['several', { right: ['a', 'b'] }, ['a'], 'Partly right: 1 of 2. Right: “Ebb”, “Low”.'],
  [
    'several',
    { right: ['a', 'b'] },
    ['a', 'c'],
    'Partly right: 1 of 2. Not right: “Lunch”. Right: “Ebb”, “Low”.',
  ],
  ['text', { accepted: ['Ebb', 'Low tide'] }, 'Flood', 'Not right. Right is “Ebb” or “Low tide”.'],
  ['number', { value: '3,5', tolerance: '0' }, '4', 'Not right. Right is 3,5.'],
  ['number', { value: '3.5', tolerance: '0.1' }, '4', 'Not right. Right is 3.5, give or take 0.1.'],
  ['match', { pairs: [['a', 'b']] }, [['a', 'c']], 'Not right. Right: “Ebb” with “Low”.'],
  [
    'order',
    { order: ['a', 'b', 'c'] },
    ['c', 'a', 'b'],
    'Partly right: 1 of 2. The right order: “Ebb”, “Low”, “Lunch”.',
  ],
  ['one', { right: ['a'] }, null, 'Not answered. Right is “Ebb”.'],
  ['several', { right: ['a', 'b'] }, null, 'Not answered. Right: “Ebb”, “Low”.'],
  ['open', { model: 'The moon.' }, 'The sun', 'Compare with the model answer. The moon.'],
  ['text', { accepted: ['جزر'] }, 'Flood', 'Not right. Right is “\u2068جزر\u2069”.'],
])('an answer to %s is explained in words', (kind, key, answer, sentence) => {
  expect(explain(kind, key, answer)).toBe(sentence);
});
