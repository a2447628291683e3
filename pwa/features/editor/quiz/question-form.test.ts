import { expect, it } from 'vitest';
import { findProblem } from '#schema/quizzes/question-content.ts';
import { newForm, newLine, type QuestionForm, toContent, toForm } from './question-form.ts';

const row = { id: 'q', courseId: 'c', quizId: 'z', version: 1, position: 'a0' };
const [ebb, flood] = [newLine('Ebb'), newLine('Flood')];
const kinds: readonly Partial<QuestionForm>[] = [
  { kind: 'one', lines: [ebb, flood], right: [ebb.id] },
  { kind: 'several', lines: [ebb, flood], right: [ebb.id, flood.id] },
  { kind: 'text', accepted: 'Ebb\nLow tide', ignoresAccents: true },
  { kind: 'number', value: '3,5', tolerance: '0.1' },
  {
    kind: 'match',
    pairs: [
      { left: ebb, right: newLine('Low') },
      { left: flood, right: newLine('High') },
    ],
  },
  { kind: 'order', lines: [flood, ebb] },
  { kind: 'open', model: 'The moon pulls.' },
];

it.each(kinds)('a question of the kind $kind is whole, and opens as it was typed', (part) => {
  const content = toContent({ ...newForm(), prompt: '<p>What?</p>', explanation: 'So.', ...part });
  expect(findProblem(content)).toBeNull();
  expect(toForm({ ...row, ...content })).toMatchObject({
    prompt: '<p>What?</p>',
    explanation: 'So.',
    ...part,
  });
  expect(toContent(toForm({ ...row, ...content }))).toEqual(content);
});

it('a deleted choice is no right one any more', () => {
  const content = toContent({ ...newForm(), prompt: 'What?', lines: [ebb, flood], right: ['gone'] });
  expect(findProblem(content)?.field).toBe('key');
});
