import * as v from 'valibot';
import { Id, Instant } from '../id.ts';
import { ModuleOutline } from './module.ts';

export const CourseStatus = v.picklist(['unpublished', 'published']);
export type CourseStatus = v.InferOutput<typeof CourseStatus>;

/**
 * 1 for a course that is only a pattern for others: it is never published. A number, as the history and both
 * databases store it.
 */
export const IsTemplate = v.picklist([0, 1]);

/** 1 where learners may pass their downloaded files of the course to each other's devices (docs/why/downloads.md). */
export const SharesFiles = v.picklist([0, 1]);

/** Of every shape of a course. */
export const courseFields = {
  id: Id,
  title: v.string(),
  description: v.string(),
  instructor: v.string(),
  /** Path or URL of an image; null where none is set (a drawn cover is shown). */
  thumbnail: v.nullable(v.string()),
  /** Plain text; a blank line separates paragraphs. */
  previewContent: v.string(),
  status: CourseStatus,
  enrollmentCount: v.number(),
  /**
   * Counts the edits of the course's own fields; its modules, lessons and resources have their own versions.
   */
  version: v.number(),
  createdAt: Instant,
  updatedAt: Instant,
};

/** A public course: modules and lesson outlines, without content or file URLs. */
export const Course = v.object({ ...courseFields, modules: v.array(ModuleOutline) });
export type Course = v.InferOutput<typeof Course>;

/** The lessons of a course in reading order, across its modules. */
export function flattenLessons<L>(course: { modules: readonly { lessons: readonly L[] }[] }): L[] {
  return course.modules.flatMap((module) => module.lessons);
}
