import * as v from 'valibot';
import { Question, Quiz } from '../quizzes/quiz.ts';
import type { PlainKind, plainKinds } from '../sync/row-kinds.ts';
import { courseFields, SharesFiles } from './course.ts';
import { Module } from './module.ts';

/** A course for users who activated it: every lesson whole. */
export const CourseContent = v.object({
  ...courseFields,
  /** Missing in copies that an earlier release stored. */
  sharesFiles: v.optional(SharesFiles),
  modules: v.array(Module),
  /** The practice and tests of all lessons, as rows; missing where the course has none. */
  quizzes: v.optional(v.array(Quiz)),
  questions: v.optional(v.array(Question)),
});
export type CourseContent = v.InferOutput<typeof CourseContent>;

/** Those rows. */
export type LearnersParts = Pick<CourseContent, (typeof plainKinds)[PlainKind]['table']>;
