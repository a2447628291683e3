import { expect, it } from 'vitest';
import { ImportReport } from '../import-report.ts';
import { lessonOf } from '../imported-course.ts';
import type { ForeignQuestion } from './foreign-quiz.ts';
import { limitQuestions } from './limit-questions.ts';

const question: ForeignQuestion = {
  ...{ name: '', prompt: 'Wet?', points: 1, explanations: [] },
  answer: { kind: 'text', accepted: ['sea'] },
};
const lesson = (title: string, count: number) => {
  const questions = Array.from({ length: count }, () => question);
  return lessonOf({ key: title, title, quizzes: [{ title, use: 'practice', questions }] });
};

it('takes 10,000 questions of a file, and reports that there were more', () => {
  const report = new ImportReport();
  const lessons = [lesson('A', 9_000), lesson('B', 2_000), lesson('C', 5)];
  const [module] = limitQuestions([{ title: 'M', description: '', lessons }], report);
  const counts = module?.lessons.map(({ quizzes = [] }) => quizzes.map(({ questions }) => questions.length));
  expect(counts).toEqual([[9_000], [1_000], [0]]);
  expect(report.lines).toMatchObject([
    {
      outcome: 'leftOut',
      place: 'B',
      others: ['C'],
      reason: 'This file has more than 10,000 questions. The others were left out.',
    },
  ]);
});
