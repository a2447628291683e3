import { describe, expect, it } from 'vitest';
import { quizEntity } from '#schema/entities/quiz-entity.ts';
import { describeSettings, findFormProblem, toQuizFields, toQuizForm } from './quiz-form.ts';

const row = { id: 'z', courseId: 'c', lessonId: 'l', version: 1, position: 'a0', title: 'Which tide?' };
const test = { ...quizEntity.defaults, ...row, use: 'test' as const, questions: [{}] };

describe('the settings of a test', () => {
  it('are the same fields when they are opened and saved', () => {
    const { passPercent, attemptsMax, scoreRule, release, isRequired, isShuffled, title } = test;
    const fields = { passPercent, attemptsMax, scoreRule, release, isRequired, isShuffled, title };
    expect(toQuizFields(toQuizForm(test), 'test')).toEqual(fields);
    expect(toQuizFields(toQuizForm({ ...test, use: 'practice' }), 'practice')).toEqual({ title, isShuffled });
  });

  it.each([
    ['', null],
    [' 3 ', null],
    ['0', 'attemptsMax'],
    ['101', 'attemptsMax'],
    ['1.5', 'attemptsMax'],
  ])('with %j attempts have the problem %s', (attemptsMax, field) => {
    expect(findFormProblem({ ...toQuizForm(test), attemptsMax }, 'test')?.field ?? null).toBe(field);
  });

  it('are one line', () => {
    expect(describeSettings(test)).toBe(
      '60 % to pass · any number of attempts, the best counts · shows the answers',
    );
    expect(describeSettings({ ...test, attemptsMax: 1, isRequired: 1, isShuffled: 1, questions: [] })).toBe(
      'Learners see it when it has a question · 60 % to pass · 1 attempt · shows the answers · required for the lesson · shuffled',
    );
    expect(describeSettings({ ...test, use: 'practice' })).toBe('Explains each answer at once');
  });
});
