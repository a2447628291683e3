import * as v from 'valibot';
import { Id } from '../id.ts';
import { CodeStats } from '../learning/codes.ts';

/** What changes with every learner, apart from the course: no pull is needed for it. */
export const CourseNumbers = v.object({ id: Id, enrollmentCount: v.number(), codeStats: CodeStats });
export type CourseNumbers = v.InferOutput<typeof CourseNumbers>;

export const CourseNumbersReply = v.object({ numbers: v.array(CourseNumbers) });

/** What changes in a course without an edit of it. */
export const CodesAndAddresses = v.object({
  numbers: CourseNumbers,
  /** The first unused codes, oldest first. */
  codes: v.array(v.string()),
  /** The addresses of its own files as they are signed now. */
  addresses: v.array(v.string()),
});
export type CodesAndAddresses = v.InferOutput<typeof CodesAndAddresses>;
