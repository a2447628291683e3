import { describe, expect, it } from 'vitest';
import { findProblem, type QuestionKey } from './question-content.ts';
import type { QuestionKind } from './question-kind.ts';
import { type Question, questionForLearners } from './quiz.ts';
import { shuffleBy } from './shuffle.ts';

const choices = [
  { id: 'b', text: 'High water' },
  { id: 'a', text: 'Low water' },
];
const fieldOf = (kind: QuestionKind, key: QuestionKey, others: object = {}) =>
  findProblem({
    ...{ kind, prompt: '<p>What?</p>', points: 1, key: JSON.stringify(key) },
    choices: JSON.stringify(choices),
    ...others,
  })?.field ?? null;

describe('a question is refused', () => {
  it('without a prompt, unless it is a picture', () => {
    expect(fieldOf('one', { right: ['a'] }, { prompt: '<p>&nbsp; </p>' })).toBe('prompt');
    expect(fieldOf('one', { right: ['a'] }, { prompt: '<p><img src="data:,"></p>' })).toBeNull();
  });

  it('with an empty choice, fewer than two, or two of one id', () => {
    const of = (...rows: object[]) => fieldOf('one', { right: ['a'] }, { choices: JSON.stringify(rows) });
    expect(of({ id: 'a', text: 'x' }, { id: 'b', text: ' ' })).toBe('choices');
    expect(of({ id: 'a', text: 'x' })).toBe('choices');
    expect(of({ id: 'a', text: 'x' }, { id: 'a', text: 'y' })).toBe('choices');
    expect(fieldOf('one', { right: ['a'] }, { choices: '{' })).toBe('choices');
  });

  it('without a right answer, of every kind', () => {
    expect(fieldOf('one', {})).toBe('key');
    expect(fieldOf('one', { right: ['gone'] })).toBe('key');
    expect(fieldOf('one', { right: ['a', 'b'] })).toBe('key');
    expect(fieldOf('several', { right: [] })).toBe('key');
    expect(fieldOf('text', { accepted: [' '] })).toBe('key');
    expect(fieldOf('number', { value: 'three' })).toBe('key');
    expect(fieldOf('number', { value: '3', tolerance: '-1' })).toBe('key');
    expect(fieldOf('match', { pairs: [['a', 'b']] })).toBe('choices');
    expect(fieldOf('order', { order: ['a'] })).toBe('key');
    expect(fieldOf('open', { model: '' })).toBe('key');
    expect(fieldOf('one', {}, { key: '' })).toBe('key');
  });

  it('by nothing when it is whole', () => {
    expect(fieldOf('one', { right: ['a'] })).toBeNull();
    expect(fieldOf('several', { right: ['a', 'b'] })).toBeNull();
    expect(fieldOf('text', { accepted: ['Ebb'] })).toBeNull();
    expect(fieldOf('number', { value: '3,5' })).toBeNull();
    expect(fieldOf('order', { order: ['a', 'b'] })).toBeNull();
    expect(fieldOf('open', { model: 'The moon' })).toBeNull();
  });
});

describe('a question as learners receive it', () => {
  const question: Question = {
    ...{ id: 'q', courseId: 'c', quizId: 'z', version: 1, kind: 'one', prompt: '<p>What?</p>', points: 1 },
    ...{ choices: JSON.stringify(choices), key: '{"right":["b"]}', explanation: 'So.', position: 'a0' },
  };

  it('has its choices in the order of their ids, not of its author', () => {
    const { choices: sent, key } = questionForLearners(question, 'practice');
    expect(JSON.parse(sent)).toEqual([choices[1], choices[0]]);
    expect(key).toBe(question.key);
  });

  it('of a test has neither key nor explanation', () => {
    expect(questionForLearners(question, 'test')).toMatchObject({ key: '', explanation: '' });
  });

  it('is shuffled by the attempt: alike on each device, in every order over many attempts', () => {
    const rows = ['a', 'b', 'c'].map((id) => ({ id }));
    const orderOf = (seed: string, some = rows) => shuffleBy(seed, some).map(({ id }) => id);
    expect(orderOf('one')).toEqual(orderOf('one', rows.toReversed()));
    const orders = new Set(Array.from({ length: 200 }, (_, i) => orderOf(`attempt-${i}`).join('')));
    expect(orders.size).toBe(6);
  });
});
