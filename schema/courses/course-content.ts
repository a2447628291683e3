import * as v from 'valibot';
import { courseFields, SharesFiles } from './course.ts';
import { Module } from './module.ts';

/** A course for users who activated it: every lesson whole. */
export const CourseContent = v.object({
  ...courseFields,
  /** Missing in copies that an earlier release stored. */
  sharesFiles: v.optional(SharesFiles),
  modules: v.array(Module),
});
export type CourseContent = v.InferOutput<typeof CourseContent>;
