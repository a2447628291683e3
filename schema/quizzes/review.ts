import * as v from 'valibot';
import { Id } from '../id.ts';
import { Attempt } from './attempt.ts';
import { QuestionKind } from './question-kind.ts';

/**
 * A question of a test that was handed in, in the version that its learner answered; one that was left out in the version
 * of that time. `key` and `explanation` are those by which it was graded.
 */
export const ReviewedQuestion = v.object({
  id: Id,
  version: v.number(),
  kind: QuestionKind,
  prompt: v.string(),
  choices: v.string(),
  key: v.string(),
  explanation: v.string(),
  points: v.number(),
  /** From 0 to 1; 0 where it was left out, null for what nobody grades. */
  share: v.nullable(v.number()),
  /** What was right of the whole, such as 2 of 3 choices. */
  right: v.number(),
  whole: v.number(),
});
export type ReviewedQuestion = v.InferOutput<typeof ReviewedQuestion>;

export const ReviewReply = v.object({ attempt: Attempt, questions: v.array(ReviewedQuestion) });
export type ReviewReply = v.InferOutput<typeof ReviewReply>;
