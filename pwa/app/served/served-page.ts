import * as v from 'valibot';
import { Course } from '#schema/courses/course.ts';
import type { Site } from '#schema/site/site.ts';

/** The data with which the server rendered a public page. */
export const ServedPage = v.object({
  courses: v.array(Course),
  /** When the server read the whole catalogue; null where these are only some of its courses. */
  at: v.nullable(v.string()),
});
export type ServedPage = v.InferOutput<typeof ServedPage>;

/** The data of a page that the server renders, without the settings of the site, which the page has apart. */
export type RenderedPage = ServedPage & { readonly site: Site };
