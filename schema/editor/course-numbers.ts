import * as v from 'valibot';
import { Id } from '../id.ts';
import { CodeStats } from '../learning/codes.ts';

/** What changes with every learner, apart from the course: no pull is needed for it. */
export const CourseNumbers = v.object({ id: Id, enrollmentCount: v.number(), codeStats: CodeStats });
export type CourseNumbers = v.InferOutput<typeof CourseNumbers>;

export const CourseNumbersReply = v.object({ numbers: v.array(CourseNumbers) });

/** The first unused codes of a course, oldest first. */
export const UnusedCodesReply = v.object({ codes: v.array(v.string()) });
