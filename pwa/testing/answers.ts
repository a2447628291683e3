import { type Answer, NO_ANSWER } from '../api/answer.ts';

/** An API response of which only `parts` matter. */
export function answer(parts: Partial<Answer>): Answer {
  return { ...NO_ANSWER, ...parts };
}
