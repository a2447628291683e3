import * as v from 'valibot';
import { Course } from '#schema/courses/course.ts';

/** The data with which the server rendered a public page. */
export const ServedPage = v.object({
  courses: v.array(Course),
  /** When the server read the whole catalogue; null where these are only some of its courses. */
  at: v.nullable(v.string()),
});
export type ServedPage = v.InferOutput<typeof ServedPage>;
