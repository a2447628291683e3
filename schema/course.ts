import * as v from 'valibot';
import { Id, Instant } from './id.ts';
import { Module, ModuleOutline } from './module.ts';

export const CourseStatus = v.picklist(['unpublished', 'published']);
export type CourseStatus = v.InferOutput<typeof CourseStatus>;

const courseFields = {
  id: Id,
  title: v.string(),
  description: v.string(),
  instructor: v.string(),
  /** Path or address of an image; null where none was set (a drawn cover stands in). */
  thumbnail: v.nullable(v.string()),
  /** Plain text; a blank line parts paragraphs. */
  previewContent: v.string(),
  status: CourseStatus,
  enrollmentCount: v.number(),
  /** Counts the edits of the course's own fields; its modules, lessons and resources have versions of their own. */
  version: v.number(),
  createdAt: Instant,
  updatedAt: Instant,
};

/** A course as anybody may see it: modules and lesson outlines, no content and no addresses. */
export const Course = v.object({ ...courseFields, modules: v.array(ModuleOutline) });
export type Course = v.InferOutput<typeof Course>;

/** A course as those who activated it get it: every lesson whole. */
export const CourseContent = v.object({ ...courseFields, modules: v.array(Module) });
export type CourseContent = v.InferOutput<typeof CourseContent>;

/** The lessons of a course in reading order, across its modules. */
export function flattenLessons<L>(course: { modules: readonly { lessons: readonly L[] }[] }): L[] {
  return course.modules.flatMap((module) => module.lessons);
}
