import * as v from 'valibot';
import { fitsChoices } from '../quizzes/question-content.ts';
import { defineEntity } from './entity.ts';

/**
 * `prompt` is HTML, `explanation` plain text. `choices` and `key` are JSON (schema/quizzes/question-content.ts), because
 * the fields of rows are texts and numbers. `position` is a fractional key among the questions of the quiz.
 */
export const questionEntity = defineEntity(
  'question',
  {
    prompt: v.string(),
    choices: v.string(),
    key: v.string(),
    points: v.number(),
    explanation: v.string(),
    position: v.string(),
  },
  {
    prompt: { label: 'question', merge: 'blocks', input: 'text', max: 256 * 1024 },
    choices: { label: 'choices', merge: 'choices', input: null },
    key: { label: 'right answer', merge: 'ask', input: null },
    points: { label: 'points', merge: 'ask', input: 'value', max: 100 },
    explanation: { label: 'explanation', merge: 'ask', input: 'text', max: 20_000 },
    position: { label: 'place', merge: 'mine', input: null },
  },
  { choices: '[]', points: 1, explanation: '' },
  {
    fields: ['choices', 'key'],
    isWhole: ({ choices, key }) => fitsChoices({ choices: String(choices), key: String(key) }),
  },
);

export const QuestionFields = questionEntity.changes;
export type QuestionFields = v.InferOutput<typeof QuestionFields>;
