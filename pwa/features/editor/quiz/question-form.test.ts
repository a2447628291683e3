import { expect, it } from 'vitest';
import { findProblem } from '#schema/quizzes/question-content.ts';
import { newForm, newLine, type QuestionForm, toContent, toForm } from './question-form.ts';

const row = { id: 'q', courseId: 'c', quizId: 'z', version: 1, position: 'a0' };
const [ebb, flood] = [newLine('Ebb'), newLine('Flood')];
/** Pairs whose right sides of one text are one choice. */
function matching(...rights: readonly string[]): QuestionForm['pairs'] {
  const lines = new Map(rights.map((text) => [text, newLine(text)]));
  return rights.map((text, at) => ({ left: newLine(`Tide ${at}`), right: lines.get(text) ?? newLine() }));
}

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
  { kind: 'match', pairs: matching('Low', 'High', 'Low'), extra: [newLine('Dry')] },
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

it('right sides of one text become one choice, and one that is typed anew becomes another', () => {
  const [low, high] = [newLine('Low'), newLine('High')];
  const contentOf = (...rights: ReturnType<typeof newLine>[]) => {
    const pairs = rights.map((right, at) => ({ left: newLine(`Tide ${at}`), right }));
    const content = toContent({ ...newForm(), kind: 'match', prompt: 'What?', pairs });
    expect(findProblem(content)).toBeNull();
    return toForm({ ...row, ...content }).pairs.map(({ right }) => right);
  };
  expect(contentOf(low, high, newLine(' Low '))).toEqual([low, high, low]);
  const [first, , third] = contentOf(low, high, { ...low, text: 'Lower' });
  expect([first, third?.text]).toEqual([low, 'Lower']);
});

it('a deleted choice is no right one any more', () => {
  const content = toContent({ ...newForm(), prompt: 'What?', lines: [ebb, flood], right: ['gone'] });
  expect(findProblem(content)?.field).toBe('key');
});
