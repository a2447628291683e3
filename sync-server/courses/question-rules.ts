import { findProblem } from '#schema/quizzes/question-content.ts';
import { ApiError } from '../http/reply/api-error.ts';

/** Throws ApiError 400 for a question that cannot be asked, such as one without a right answer. */
export function requireWhole(question: Parameters<typeof findProblem>[0]): void {
  const problem = findProblem(question);
  if (problem === null) return;
  const { field, sentence: message } = problem;
  throw new ApiError('invalid_input', { message, fields: { [field]: message } });
}
