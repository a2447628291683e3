import type { Answer } from '#schema/quizzes/attempt.ts';

export const isEmptyAnswer = (answer: Answer): boolean =>
  typeof answer === 'string' ? answer.trim() === '' : answer.length === 0;
